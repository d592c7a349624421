package tablic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import tablic.v1.Events.DecisionKind;
import tablic.v1.Events.Event;
import tablic.v1.Events.GameStarted;
import tablic.v1.Events.Turn;
import tablic.v1.Referee.Answer;
import tablic.v1.Referee.Claim;
import tablic.v1.Referee.FarewellReason;
import tablic.v1.Referee.Hello;
import tablic.v1.Referee.PlayRequest;
import tablic.v1.Referee.PlayResponse;
import tablic.v1.RulesOuterClass.Rules;

/** A bot at any number of tables: responses in, requests out, no I/O but for faults on stderr. */
public final class Player {
  private static final int PROTOCOL_VERSION = 1;

  // A batch of answers is sent when it is done or this long after its first answer, so that one
  // slow table does not hold up the others.
  private static final long HOLD_NANOS = 2_000_000;

  private final Settings settings;
  private final Function<Game, Bot> maker;
  private final LongSupplier nanoTime;
  private final Map<Integer, Bot> bots = new HashMap<>();
  private Rules rules = Rules.getDefaultInstance();
  private boolean done;

  /** A player that has not greeted yet. */
  public Player(Settings settings, Function<Game, Bot> maker) {
    this(settings, maker, System::nanoTime);
  }

  Player(Settings settings, Function<Game, Bot> maker, LongSupplier nanoTime) {
    this.settings = settings;
    this.maker = maker;
    this.nanoTime = nanoTime;
  }

  /** The first request of the stream. */
  public PlayRequest hello(String token) {
    Hello.Builder hello =
        Hello.newBuilder()
            .setProtocolVersion(PROTOCOL_VERSION)
            .setSdkName("tablic for Java")
            .setSdkVersion("0.1.0")
            .setToken(token)
            .setBotName(settings.name())
            .setBotVersion(settings.version())
            .addAllDecisionKinds(
                List.of(
                    DecisionKind.DECISION_KIND_PLAY,
                    DecisionKind.DECISION_KIND_PLAY_OR_CLAIM,
                    DecisionKind.DECISION_KIND_KEEP_TALON))
            .setMaxTables(settings.maxTables())
            .setTurnsOnly(!settings.events());
    return PlayRequest.newBuilder().setHello(hello).build();
  }

  /** Takes in a response and sends the answers to it. */
  public void take(PlayResponse response, Consumer<PlayRequest> send) throws RefusedException {
    if (response.hasRefusal()) {
      throw new RefusedException(response.getRefusal().getMessage());
    }
    if (response.hasMatchStarted()) {
      rules = response.getMatchStarted().getRules();
    }
    answerTurns(response.getEventsList(), send);
    if (response.hasFarewell()) {
      // A fault of the stream is told in the farewell alone, one of a game in its own event.
      if (response.getFarewell().getReason() == FarewellReason.FAREWELL_REASON_FAULT) {
        System.err.println(response.getFarewell().getMessage());
      }
      done = true;
    }
  }

  /** Whether the referee has said farewell. */
  public boolean done() {
    return done;
  }

  private void answerTurns(List<Event> events, Consumer<PlayRequest> send) {
    PlayRequest.Builder request = PlayRequest.newBuilder();
    long started = 0;
    for (Event event : events) {
      if (!event.hasTurn()) {
        tell(event);
        continue;
      }
      request.addAnswers(answer(event.getTable(), event.getTurn()));
      long now = nanoTime.getAsLong();
      if (request.getAnswersCount() == 1) {
        started = now;
      } else if (now - started > HOLD_NANOS) {
        send.accept(request.build());
        request.clear();
      }
    }
    if (request.getAnswersCount() > 0) {
      send.accept(request.build());
    }
  }

  private Answer answer(int table, Turn turn) {
    Bot bot = bots.get(table);
    Answer.Builder answer = Answer.newBuilder().setTable(table).setTurn(turn.getTurn());
    if (turn.getDecision() == DecisionKind.DECISION_KIND_KEEP_TALON) {
      answer.setKeepTalon(bot.keepTalon(turn));
    } else if (turn.getDecision() == DecisionKind.DECISION_KIND_PLAY_OR_CLAIM && bot.claim(turn)) {
      answer.setClaim(Claim.getDefaultInstance());
    } else {
      answer.setPlay(bot.choose(turn));
    }
    return answer.build();
  }

  private void tell(Event event) {
    if (event.hasGameStarted()) {
      GameStarted start = event.getGameStarted();
      bots.put(event.getTable(), maker.apply(new Game(rules, start.getSeat(), start.getSeed())));
      return;
    }
    if (event.hasFault() && !event.getFault().getMessage().isEmpty()) {
      System.err.println(event.getFault().getMessage());
    }
    Bot bot = bots.get(event.getTable());
    if (bot != null) {
      bot.told(event);
    }
    if (event.hasGameFinished()) {
      bots.remove(event.getTable());
    }
  }
}
