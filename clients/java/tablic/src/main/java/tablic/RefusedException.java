package tablic;

/** The referee refuses the bot, with its reason. */
public final class RefusedException extends Exception {
  RefusedException(String reason) {
    super("the referee refuses: " + reason);
  }
}
