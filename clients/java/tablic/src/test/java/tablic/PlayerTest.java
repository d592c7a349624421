package tablic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tablic.v1.Cards.Card;
import tablic.v1.Cards.MadePlay;
import tablic.v1.Cards.Play;
import tablic.v1.Events.DecisionKind;
import tablic.v1.Events.Event;
import tablic.v1.Events.Fault;
import tablic.v1.Events.GameFinished;
import tablic.v1.Events.GameStarted;
import tablic.v1.Events.Turn;
import tablic.v1.Referee.Farewell;
import tablic.v1.Referee.FarewellReason;
import tablic.v1.Referee.Hello;
import tablic.v1.Referee.MatchStarted;
import tablic.v1.Referee.PlayRequest;
import tablic.v1.Referee.PlayResponse;
import tablic.v1.Referee.Refusal;

/** The stream without a stream: the hello, batches, refusals, faults and the farewell. */
class PlayerTest {
  private final List<Event> told = new ArrayList<>();
  private final Player player =
      new Player(Settings.named("slow"), game -> new Slow(), () -> this.nanos);
  private long nanos;
  private long nanosOfTurn;

  /** Takes as long for a turn as the test says, and remembers what it is told. */
  private final class Slow implements Bot {
    @Override
    public Play choose(Turn turn) {
      nanos += nanosOfTurn;
      return turn.getLegalPlays(0);
    }

    @Override
    public void told(Event event) {
      told.add(event);
    }
  }

  /** A match begins, with a turn at each of so many tables. */
  private static PlayResponse.Builder turns(int tables) {
    PlayResponse.Builder response = PlayResponse.newBuilder();
    response.setMatchStarted(MatchStarted.getDefaultInstance());
    for (int table = 0; table < tables; table++) {
      Turn.Builder turn =
          Turn.newBuilder()
              .setTurn(table + 1)
              .setDecision(DecisionKind.DECISION_KIND_PLAY)
              .addLegalPlays(Play.newBuilder().setCard(Card.CARD_TD));
      response.addEventsBuilder().setTable(table).setGameStarted(GameStarted.getDefaultInstance());
      response.addEventsBuilder().setTable(table).setTurn(turn);
    }
    return response;
  }

  private List<PlayRequest> sent(PlayResponse.Builder response) throws RefusedException {
    List<PlayRequest> requests = new ArrayList<>();
    player.take(response.build(), requests::add);
    return requests;
  }

  @Test
  void saysHello() {
    Hello hello = player.hello("secret").getHello();
    assertEquals("secret", hello.getToken());
    assertEquals("slow", hello.getBotName());
    assertEquals(32, hello.getMaxTables());
    assertEquals(3, hello.getDecisionKindsCount());
    assertTrue(hello.getTurnsOnly());
    assertFalse(hello.getOmitLegalPlays());
  }

  @Test
  void answersAllTurnsOfAMessageInOne() throws Exception {
    List<PlayRequest> requests = sent(turns(3));
    assertEquals(1, requests.size());
    assertEquals(3, requests.get(0).getAnswersCount());
    assertEquals(2, requests.get(0).getAnswers(2).getTable());
    assertEquals(3, requests.get(0).getAnswers(2).getTurn());
    assertEquals(Card.CARD_TD, requests.get(0).getAnswers(2).getPlay().getCard());
  }

  @Test
  void sendsWhatItHasWhereATurnTakesLong() throws Exception {
    nanosOfTurn = 3_000_000;
    List<Integer> sizes = sent(turns(3)).stream().map(PlayRequest::getAnswersCount).toList();
    assertEquals(List.of(2, 1), sizes);
  }

  @Test
  void tellsOfAGameUntilItsEnd() throws Exception {
    Event made = Event.newBuilder().setPlayMade(MadePlay.getDefaultInstance()).build();
    Event end = Event.newBuilder().setGameFinished(GameFinished.getDefaultInstance()).build();
    sent(turns(1).addEvents(made).addEvents(end).addEvents(made));
    assertEquals(List.of(made, end), told);
  }

  @Test
  void throwsTheReasonOfARefusal() {
    Refusal refusal = Refusal.newBuilder().setMessage("the token is unknown").build();
    PlayResponse.Builder response = PlayResponse.newBuilder().setRefusal(refusal);
    RefusedException error = assertThrows(RefusedException.class, () -> sent(response));
    assertEquals("the referee refuses: the token is unknown", error.getMessage());
  }

  @Test
  void printsFaultsAndEndsWithTheFarewell() throws Exception {
    PrintStream stderr = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true));
    try {
      Fault fault = Fault.newBuilder().setMessage("7S is not in the hand.").build();
      sent(turns(1).addEvents(Event.newBuilder().setFault(fault)));
      assertFalse(player.done());
      Farewell.Builder farewell =
          Farewell.newBuilder()
              .setReason(FarewellReason.FAREWELL_REASON_FAULT)
              .setMessage("It was late.");
      sent(PlayResponse.newBuilder().setFarewell(farewell));
    } finally {
      System.setErr(stderr);
    }
    assertTrue(player.done());
    assertEquals("7S is not in the hand.\nIt was late.\n", printed.toString());
  }
}
