import type { Bot, Game, Play, Turn } from "../../src/index.js";

/** Makes any of the legal plays. */
export class RandomBot implements Bot {
  private state: bigint;

  constructor(game: Game) {
    this.state = game.seed;
  }

  choose(turn: Turn): Play {
    return turn.legalPlays[this.below(turn.legalPlays.length)]!;
  }

  /** A number below n, of SplitMix64: Math.random has no seed. */
  private below(n: number): number {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) % BigInt(n));
  }
}
