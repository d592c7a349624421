package tablic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a bot says where there is nobody to play. */
class ClientTest {
  private static final Settings SETTINGS = Settings.named("lonely");

  /** A bot that is started without an arena. */
  static final class Lonely {
    public static void main(String[] arguments) {
      Client.run(SETTINGS, game -> turn -> turn.getLegalPlays(0));
    }
  }

  @Test
  void aBotWithoutAnArenaSaysSo() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    ProcessBuilder builder = new ProcessBuilder(java, "-cp", classes, Lonely.class.getName());
    builder.environment().keySet().removeAll(List.of("TABLIC_ADDRESS", "TABLIC_TOKEN"));
    Process process = builder.start();
    String said = new String(process.getErrorStream().readAllBytes());
    assertTrue(said.startsWith("lonely is a bot for an arena"), said);
    assertEquals(2, process.waitFor());
  }

  @Test
  void aRefereeThatIsNotThereIsLost() {
    Player player = new Player(SETTINGS, game -> turn -> turn.getLegalPlays(0));
    String address = "unix:/nowhere/referee.sock";
    ConnectionLostException error =
        assertThrows(
            ConnectionLostException.class, () -> Client.serve(player, address, "token"));
    assertTrue(error.getMessage().startsWith("the referee at " + address + " is lost: "));
  }
}
