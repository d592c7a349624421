package tablic;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import tablic.v1.Referee.PlayRequest;
import tablic.v1.Referee.PlayResponse;
import tablic.v1.RefereeServiceGrpc;

/** Plays a bot on the stream of one process. */
public final class Client {
  // It warns of a sandbox without a network, which a bot does not need.
  private static final Logger NETTY = Logger.getLogger("io.grpc.netty.shaded.io.netty");

  private Client() {}

  /**
   * Plays a bot as the arena's environment says, until the referee says farewell, and ends the
   * process. The exit code is 2 where the environment does not name an arena, and 1 where the
   * referee refuses or is lost, or the bot throws: that is printed to stderr.
   */
  public static void run(Settings settings, Function<Game, Bot> maker) {
    String address = System.getenv("TABLIC_ADDRESS");
    String token = System.getenv("TABLIC_TOKEN");
    if (address == null || token == null) {
      System.err.printf(
          "%s is a bot for an arena, which starts it with TABLIC_ADDRESS and TABLIC_TOKEN set. "
              + "Try: tablic-arena match FOLDER OTHER_BOT%n",
          settings.name());
      System.exit(2);
    }
    if (!address.startsWith("unix:")) { // the token would be sent in plain text
      System.err.printf(
          "%s plays on the machine of its arena, and TABLIC_ADDRESS is '%s'; "
              + "let it begin with unix:%n",
          settings.name(), address);
      System.exit(2);
    }
    int code = 1;
    try {
      serve(new Player(settings, maker), address, token);
      code = 0;
    } catch (RefusedException | ConnectionLostException error) {
      System.err.printf("%s: %s%n", settings.name(), error.getMessage());
    } catch (Exception error) { // whatever an author's code throws
      error.printStackTrace();
    }
    System.exit(code);
  }

  /** Plays on one stream until the farewell. */
  public static void serve(Player player, String address, String token)
      throws RefusedException, ConnectionLostException, InterruptedException {
    NETTY.setLevel(Level.SEVERE);
    ManagedChannel channel =
        Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
    try {
      BlockingClientCall<PlayRequest, PlayResponse> stream =
          RefereeServiceGrpc.newBlockingV2Stub(channel).play();
      stream.write(player.hello(token));
      while (!player.done()) {
        PlayResponse response = stream.read();
        if (response == null) {
          throw new ConnectionLostException(
              "the referee at " + address + " left without a farewell");
        }
        player.take(response, request -> write(stream, request));
      }
      stream.halfClose();
      // Closing the channel at once could cancel the stream before the referee reads its end.
      stream.read();
    } catch (StatusException error) {
      throw new ConnectionLostException(
          "the referee at " + address + " is lost: " + reasonOf(error.getStatus()));
    } finally {
      channel.shutdownNow();
    }
  }

  private static void write(
      BlockingClientCall<PlayRequest, PlayResponse> stream, PlayRequest request) {
    try {
      stream.write(request);
    } catch (StatusException error) {
      // The stream has ended, which the next read says better.
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  private static String reasonOf(Status status) {
    Throwable cause = status.getCause();
    return cause == null ? status.getDescription() : status.getDescription() + ": " + cause;
  }
}
