package random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tablic.Player;
import tablic.Settings;
import tablic.conformance.Transcripts;
import tablic.v1.Events.DecisionKind;
import tablic.v1.Events.Event;
import tablic.v1.Events.Turn;
import tablic.v1.Referee.Answer;

class RandomTest {
  @ParameterizedTest
  @ValueSource(strings = {"tablic", "tablic-3p", "tablic-pairs", "tabinet", "tablic-classic"})
  void answersLegally(String name) throws Exception {
    Player player = new Player(Settings.named("random"), Random::new);
    for (Transcripts.Step step : Transcripts.steps(name)) {
      List<Answer> answers = Transcripts.answersOf(player, step.toBot());
      List<Event> turns = step.toBot().getEventsList().stream().filter(Event::hasTurn).toList();
      assertEquals(turns.size(), answers.size());
      for (int i = 0; i < turns.size(); i++) {
        assertEquals(turns.get(i).getTable(), answers.get(i).getTable());
        assertEquals(turns.get(i).getTurn().getTurn(), answers.get(i).getTurn());
        assertTrue(isLegal(answers.get(i), turns.get(i).getTurn()), answers.get(i)::toString);
      }
    }
  }

  private static boolean isLegal(Answer answer, Turn turn) {
    if (turn.getDecision() == DecisionKind.DECISION_KIND_KEEP_TALON) {
      return answer.hasKeepTalon();
    }
    return turn.getLegalPlaysList().stream()
        .map(Transcripts::inOrder)
        .anyMatch(answer.getPlay()::equals);
  }
}
