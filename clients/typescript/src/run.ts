import { setImmediate } from "node:timers/promises";

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Client, type ClientDuplexStream, credentials } from "@grpc/grpc-js";

import type { Bot, Game, Options } from "./bot.js";
import { Player, RefereeError } from "./player.js";
import {
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
  PlayResponseSchema,
} from "./tablic/v1/referee_pb.js";

const METHOD = "/tablic.v1.RefereeService/Play";

/**
 * Plays as the environment says, with a new bot for each game, until the farewell.
 *
 * The exit code is 2 where the environment names no arena, and 1 where the referee refuses or is
 * lost, or the bot throws.
 */
export async function run(options: Options, newBot: (game: Game) => Bot): Promise<void> {
  const { TABLIC_ADDRESS: address, TABLIC_TOKEN: token } = process.env;
  if (!address || !token) {
    console.error(
      `${options.name} is a bot for an arena, which starts it with TABLIC_ADDRESS and ` +
        "TABLIC_TOKEN set",
    );
    process.exitCode = 2;
    return;
  }
  if (!address.startsWith("unix:")) {
    // The token would be sent in plain text.
    console.error(
      `${options.name} plays on the machine of its arena, and TABLIC_ADDRESS is '${address}'; ` +
        "let it begin with unix:",
    );
    process.exitCode = 2;
    return;
  }
  try {
    await play(address, token, new Player(options, newBot));
  } catch (error) {
    console.error(error instanceof RefereeError ? `${options.name}: ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Plays on one stream of the referee at an address until its farewell. */
export async function play(address: string, token: string, player: Player): Promise<void> {
  const client = new Client(address, credentials.createInsecure());
  const stream: ClientDuplexStream<PlayRequest, PlayResponse> = client.makeBidiStreamRequest(
    METHOD,
    (request: PlayRequest) => Buffer.from(toBinary(PlayRequestSchema, request)),
    (bytes: Buffer) => fromBinary(PlayResponseSchema, bytes),
  );
  try {
    stream.write(player.hello(token));
    for await (const message of messages(stream, address)) {
      for (const request of player.take(message)) {
        stream.write(request);
        // Nothing is sent before the event loop has its turn.
        await setImmediate();
      }
      if (player.done) {
        stream.end();
      }
    }
    if (!player.done) {
      throw new RefereeError(`the referee at ${address} left without a farewell`);
    }
  } finally {
    stream.cancel();
    client.close();
  }
}

async function* messages(
  stream: AsyncIterable<PlayResponse>,
  address: string,
): AsyncGenerator<PlayResponse> {
  try {
    yield* stream;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RefereeError(`the referee at ${address} is lost: ${reason}`);
  }
}
