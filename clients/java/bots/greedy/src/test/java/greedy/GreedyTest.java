package greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tablic.Player;
import tablic.Settings;
import tablic.conformance.Transcripts;

class GreedyTest {
  @ParameterizedTest
  @ValueSource(strings = {"tablic", "tablic-3p", "tablic-pairs", "tabinet", "tablic-classic"})
  void answersAsIsWritten(String name) throws Exception {
    Player player = new Player(Settings.named("greedy"), Greedy::new);
    for (Transcripts.Step step : Transcripts.steps(name)) {
      assertEquals(step.answers(), Transcripts.answersOf(player, step.toBot()));
    }
    assertTrue(player.done());
  }
}
