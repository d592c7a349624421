package tablic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import tablic.v1.Cards.Card;
import tablic.v1.Cards.Play;
import tablic.v1.Events.Turn;
import tablic.v1.RulesOuterClass.Rules;

/** What cards and tablas score: docs/rules.md. */
class PointsTest {
  private static final long PACK = (1L << 52) - 1;
  private static final Rules RULES =
      Rules.newBuilder()
          .setJack("value")
          .setTabla("points")
          .setTablaPoints(1)
          .setPointsAce(1)
          .setPointsCourt(1)
          .setPointsTen(1)
          .setPointsTenDiamonds(2)
          .setPointsTwoClubs(1)
          .build();

  private static Play play(Card card, Card... taken) {
    return Play.newBuilder().setCard(card).addAllTaken(List.of(taken)).build();
  }

  @Test
  void cards() {
    assertEquals(2, Points.ofCard(Card.CARD_TD, RULES));
    assertEquals(1, Points.ofCard(Card.CARD_TS, RULES));
    assertEquals(1, Points.ofCard(Card.CARD_2C, RULES));
    assertEquals(0, Points.ofCard(Card.CARD_2D, RULES));
    assertEquals(22, Points.ofPile(PACK, RULES));
  }

  @Test
  void clubsComeOnTop() {
    Rules clubs = RULES.toBuilder().setPointsEachClub(1).build();
    assertEquals(2, Points.ofCard(Card.CARD_2C, clubs));
    assertEquals(22 + 13, Points.ofPile(PACK, clubs));
  }

  @Test
  void tablasByPointsOrByValue() {
    Rules value = RULES.toBuilder().setTabla("value").build();
    Play nine = play(Card.CARD_9S, Card.CARD_9D, Card.CARD_4C, Card.CARD_5C);
    assertEquals(1, Points.ofTabla(nine, RULES));
    assertEquals(27, Points.ofTabla(nine, value));
    assertEquals(22, Points.ofTabla(play(Card.CARD_AS, Card.CARD_AD), value));
    assertEquals(28, Points.ofTabla(play(Card.CARD_KS, Card.CARD_AD, Card.CARD_3D), value));
  }

  @Test
  void aJackThatSweepsMakesNoTabla() {
    Rules sweep = RULES.toBuilder().setJack("sweep").build();
    assertEquals(0, Points.ofTabla(play(Card.CARD_JS, Card.CARD_9D), sweep));
  }

  @Test
  void aClaimCountsTheSide() {
    Turn turn =
        Turn.newBuilder()
            .setSeat(3)
            .addAllTotals(List.of(10, 20))
            .addAllTablas(List.of(0, 3))
            .addAllPiles(List.of(0L, 1L << (Card.CARD_TD_VALUE - 1)))
            .build();
    assertEquals(25, Points.claimTotal(turn, RULES.toBuilder().setTeams(true).build()));
  }
}
