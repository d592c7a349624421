package tablic.conformance;

import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tablic.Player;
import tablic.RefusedException;
import tablic.v1.Cards.Play;
import tablic.v1.Referee.Answer;
import tablic.v1.Referee.PlayRequest;
import tablic.v1.Referee.PlayResponse;

/** The transcripts of clients/conformance, for tests of bots. */
public final class Transcripts {
  private static final Path FOLDER = folder();

  private Transcripts() {}

  /** What the referee says, and the answers that belong to it. */
  public record Step(PlayResponse toBot, List<Answer> answers) {}

  /** The steps of a transcript. The taken cards of each play are in order. */
  public static List<Step> steps(String name) throws IOException {
    List<Step> steps = new ArrayList<>();
    for (String line : Files.readAllLines(FOLDER.resolve(name + ".jsonl"))) {
      Struct step = merged(line, Struct.newBuilder()).build();
      if (step.containsFields("to_bot")) {
        String message = text(step, "to_bot");
        PlayResponse response = merged(message, PlayResponse.newBuilder()).build();
        steps.add(new Step(response, new ArrayList<>()));
      } else {
        String message = text(step, "from_bot");
        PlayRequest request = merged(message, PlayRequest.newBuilder()).build();
        steps.get(steps.size() - 1).answers().addAll(inOrder(request));
      }
    }
    return steps;
  }

  /** What a bot answers. The taken cards of each play are in order. */
  public static List<Answer> answersOf(Player player, PlayResponse response)
      throws RefusedException {
    List<Answer> answers = new ArrayList<>();
    player.take(response, request -> answers.addAll(inOrder(request)));
    return answers;
  }

  /** A play with its taken cards in order. */
  public static Play inOrder(Play play) {
    return play.toBuilder()
        .clearTaken()
        .addAllTaken(play.getTakenList().stream().sorted(Comparator.naturalOrder()).toList())
        .build();
  }

  private static <B extends Message.Builder> B merged(String json, B builder) throws IOException {
    JsonFormat.parser().merge(json, builder);
    return builder;
  }

  private static String text(Struct step, String field) throws IOException {
    return JsonFormat.printer().print(step.getFieldsOrThrow(field));
  }

  private static List<Answer> inOrder(PlayRequest request) {
    return request.getAnswersList().stream()
        .map(
            answer ->
                answer.hasPlay()
                    ? answer.toBuilder().setPlay(inOrder(answer.getPlay())).build()
                    : answer)
        .toList();
  }

  private static Path folder() {
    Path path = Path.of("").toAbsolutePath();
    while (!path.endsWith("clients")) {
      path = path.getParent();
    }
    return path.resolve("conformance");
  }
}
