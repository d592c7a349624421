package tablic;

import tablic.v1.Cards.Card;
import tablic.v1.Cards.Play;
import tablic.v1.Events.Turn;
import tablic.v1.RulesOuterClass.Rules;

/** What cards and tablas score. */
public final class Points {
  private static final int ACE = 0;
  private static final int TEN = 9;
  private static final int JACK = 10;

  private Points() {}

  /** The points of a card. */
  public static int ofCard(Card card, Rules rules) {
    return ofRank(card, rules) + (isClub(card) ? rules.getPointsEachClub() : 0);
  }

  /** The points of the cards in a mask, as in a turn's piles: bit (number - 1) is for a card. */
  public static int ofPile(long pile, Rules rules) {
    int points = 0;
    for (int number = 1; number <= 52; number++) {
      if ((pile >> (number - 1) & 1) == 1) {
        points += ofCard(Card.forNumber(number), rules);
      }
    }
    return points;
  }

  /** The points of a play that takes the whole table, for that; its cards score besides. */
  public static int ofTabla(Play play, Rules rules) {
    if (rules.getJack().equals("sweep") && rankOf(play.getCard()) == JACK) {
      return 0;
    }
    if (rules.getTabla().equals("points")) {
      return rules.getTablaPoints();
    }
    int value = rankOf(play.getCard()) == ACE ? 11 : valueOf(play.getCard());
    int total = value + play.getTakenList().stream().mapToInt(Points::valueOf).sum();
    // As many aces count 11 as the groups need to add up.
    while (total % value != 0) {
      total += 10;
    }
    return total;
  }

  /** The side of a seat: its place in piles, tablas and totals. */
  public static int sideOf(int seat, Rules rules) {
    return rules.getTeams() ? seat % 2 : seat;
  }

  /** The total of the seat to act as a claim counts it now. */
  public static int claimTotal(Turn turn, Rules rules) {
    int side = sideOf(turn.getSeat(), rules);
    return turn.getTotals(side) + ofPile(turn.getPiles(side), rules) + turn.getTablas(side);
  }

  private static int ofRank(Card card, Rules rules) {
    if (card == Card.CARD_TD) {
      return rules.getPointsTenDiamonds();
    }
    if (card == Card.CARD_2C) {
      return rules.getPointsTwoClubs();
    }
    return switch (rankOf(card)) {
      case ACE -> rules.getPointsAce();
      case TEN -> rules.getPointsTen();
      case JACK, JACK + 1, JACK + 2 -> rules.getPointsCourt();
      default -> 0;
    };
  }

  private static int rankOf(Card card) {
    return (card.getNumber() - 1) / 4;
  }

  private static boolean isClub(Card card) {
    return (card.getNumber() - 1) % 4 == 0;
  }

  /** Every ace counts 1 here. */
  private static int valueOf(Card card) {
    int rank = rankOf(card);
    return rank < JACK ? rank + 1 : rank + 2;
  }
}
