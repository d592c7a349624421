package tablic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	v1 "tablic/v1"
)

const (
	addressVariable = "TABLIC_ADDRESS"
	tokenVariable   = "TABLIC_TOKEN"
)

// Run plays as the environment says, with a new bot for each game, and returns at the farewell. It
// ends the process with exit code 2 where the environment names no arena, and 1 where the referee
// refuses or is lost.
func Run(options Options, newBot func(Game) Bot) {
	address, token := os.Getenv(addressVariable), os.Getenv(tokenVariable)
	if address == "" || token == "" {
		exit(2, fmt.Errorf("%s is a bot for an arena, which starts it with %s and %s set",
			options.Name, addressVariable, tokenVariable))
	}
	if !strings.HasPrefix(address, "unix:") {
		// The token would be sent in plain text.
		exit(2, fmt.Errorf("%s plays on the machine of its arena, and %s is '%s'; let it begin with unix:",
			options.Name, addressVariable, address))
	}
	if err := Play(context.Background(), address, token, options, newBot); err != nil {
		exit(1, fmt.Errorf("%s: %w", options.Name, err))
	}
}

// Play plays on one stream of the referee at an address until its farewell.
func Play(
	ctx context.Context, address, token string, options Options, newBot func(Game) Bot,
) error {
	connection, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := v1.NewRefereeServiceClient(connection).Play(ctx)
	if err != nil {
		return lost(address, err)
	}
	player := NewPlayer(options, newBot, os.Stderr)
	// A stream that has failed says why to the next Recv.
	send := func(request *v1.PlayRequest) error {
		if err := stream.Send(request); err != nil && !errors.Is(err, io.EOF) {
			return lost(address, err)
		}
		return nil
	}
	if err := send(player.Hello(token)); err != nil {
		return err
	}
	for done := false; !done; {
		message, err := stream.Recv()
		if err != nil {
			return lost(address, err)
		}
		if done, err = player.Take(message, send); err != nil {
			return err
		}
	}
	// To close at once could cancel the stream before the referee reads its end.
	if err := stream.CloseSend(); err != nil {
		return lost(address, err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		return lost(address, err)
	}
	return nil
}

func lost(address string, err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("the referee at %s left without a farewell", address)
	}
	return fmt.Errorf("the referee at %s is lost: %s", address, status.Convert(err).Message())
}

func exit(code int, err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(code)
}
