package random;

import tablic.Bot;
import tablic.Client;
import tablic.Game;
import tablic.Settings;
import tablic.v1.Cards.Play;
import tablic.v1.Events.Turn;

/** A bot that makes any legal play. */
public final class Random implements Bot {
  private final java.util.Random random;

  Random(Game game) {
    random = new java.util.Random(game.seed());
  }

  /** One of the plays that are listed. */
  @Override
  public Play choose(Turn turn) {
    return turn.getLegalPlays(random.nextInt(turn.getLegalPlaysCount()));
  }

  public static void main(String[] arguments) {
    Client.run(Settings.named("random-java"), Random::new);
  }
}
