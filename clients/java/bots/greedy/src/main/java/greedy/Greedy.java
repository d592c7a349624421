package greedy;

import java.util.Comparator;
import tablic.Bot;
import tablic.Client;
import tablic.Game;
import tablic.Points;
import tablic.Settings;
import tablic.v1.Cards.Card;
import tablic.v1.Cards.Play;
import tablic.v1.Events.Turn;

/** A bot that takes the most points it can now, and otherwise lays the card that costs least. */
public record Greedy(Game game) implements Bot {
  /** The play worth most at once, then that with most cards; of those that are equal the first. */
  @Override
  public Play choose(Turn turn) {
    Comparator<Play> worth = Comparator.comparingInt(play -> points(turn, play));
    // Of plays that are equal max has the last, and min the first.
    return turn.getLegalPlaysList().stream()
        .min(worth.thenComparingInt(Play::getTakenCount).reversed())
        .orElseThrow();
  }

  /** A claim that is right. */
  @Override
  public boolean claim(Turn turn) {
    return Points.claimTotal(turn, game.rules()) >= game.rules().getTarget();
  }

  /** Points won or laid open. */
  private int points(Turn turn, Play play) {
    int points = Points.ofCard(play.getCard(), game.rules());
    if (play.getTakenCount() == 0) {
      return -points;
    }
    for (Card card : play.getTakenList()) {
      points += Points.ofCard(card, game.rules());
    }
    boolean sweeps = play.getTakenCount() == turn.getTableCount();
    return sweeps ? points + Points.ofTabla(play, game.rules()) : points;
  }

  public static void main(String[] arguments) {
    Client.run(Settings.named("greedy-java"), Greedy::new);
  }
}
