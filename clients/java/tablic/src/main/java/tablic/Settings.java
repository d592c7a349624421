package tablic;

/**
 * What a bot is, to the referee.
 *
 * @param name its name, for people
 * @param version its version, for people
 * @param maxTables how many games it can play at once
 * @param events whether it is told what happens in a hand
 */
public record Settings(String name, String version, int maxTables, boolean events) {
  /** Those of a bot that is told turns alone, at up to 32 tables. */
  public static Settings named(String name) {
    return new Settings(name, "", 32, false);
  }
}
