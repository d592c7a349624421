import {
  type Bot,
  cardPoints,
  cardsOf,
  type Game,
  type Play,
  tablaPoints,
  type Turn,
} from "../../src/index.js";

/** Makes the play which is worth most at once, and of those the first. */
export class GreedyBot implements Bot {
  constructor(private readonly game: Game) {}

  choose(turn: Turn): Play {
    return turn.legalPlays.reduce((best, play) =>
      this.worth(turn, play) > this.worth(turn, best) ? play : best,
    );
  }

  claims(turn: Turn): boolean {
    const { rules, seat } = this.game;
    const side = rules.teams ? seat % 2 : seat;
    const won = cardPoints(cardsOf(turn.piles[side]!), rules);
    return turn.totals[side]! + won + turn.tablas[side]! >= rules.target;
  }

  /** Points won or laid open first, then the number of taken cards, which is below a hundred. */
  private worth(turn: Turn, play: Play): number {
    const { rules } = this.game;
    if (play.taken.length === 0) {
      return -100 * cardPoints([play.card], rules);
    }
    const won = cardPoints([play.card, ...play.taken], rules) + tablaPoints(play, turn, rules);
    return 100 * won + play.taken.length;
  }
}
