package tablic;

import tablic.v1.Cards.Play;
import tablic.v1.Events.Event;
import tablic.v1.Events.Turn;

/**
 * What an author writes: one seat in one game. A new object is made for each game. A turn says all
 * that the seat may know.
 */
public interface Bot {
  /** The play to make now; where the turn asks for a play or a claim, it may carry a claim. */
  Play choose(Turn turn);

  /** Whether to claim now instead of a play; asked before choose, where the rules allow it. */
  default boolean claim(Turn turn) {
    return false;
  }

  /** Whether to keep the turn's talon as a part of the hand, or let it lie on the table. */
  default boolean keepTalon(Turn turn) {
    return false;
  }

  /**
   * Something happened, in the order in which things happen: all but the start and turns. Without
   * {@link Settings#events} only the end of the game is told, and its faults.
   */
  default void told(Event event) {}
}
