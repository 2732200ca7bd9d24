import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import qa.wasl.phone.core.Activity;
import qa.wasl.phone.core.Answer;
import qa.wasl.phone.core.AppVersions;
import qa.wasl.phone.core.Clock;
import qa.wasl.phone.core.Fix;
import qa.wasl.phone.core.FixFilter;
import qa.wasl.phone.core.Json;
import qa.wasl.phone.core.Notice;
import qa.wasl.phone.core.NoticePoll;
import qa.wasl.phone.core.Offer;
import qa.wasl.phone.core.OfferWatch;
import qa.wasl.phone.core.PinnedTrust;
import qa.wasl.phone.core.Pins;
import qa.wasl.phone.core.PointQueue;
import qa.wasl.phone.core.PointReporter;
import qa.wasl.phone.core.ServiceClient;
import qa.wasl.phone.core.ServiceTime;
import qa.wasl.phone.core.ShiftText;
import qa.wasl.phone.core.Token;

/**
 * The driver's app without Android: reads commands from standard input, one a line, and answers each with a line of JSON.
 * Its clocks are what the test says.
 */
public final class TestPhone implements Clock, OfferWatch.Listener, PointReporter.Listener {
    private long wall = System.currentTimeMillis();
    private long elapsed = 1_000_000;
    private ServiceTime time = new ServiceTime(this);
    private ServiceClient client;
    private Token token;
    private PointQueue queue;
    private FixFilter filter;
    private PointReporter reporter;
    private OfferWatch offers;
    private final List<String> heard = new ArrayList<String>();
    private String state = "";
    private String seen;
    private boolean isPageOnScreen;

    public static void main(String[] arguments) throws IOException {
        TestPhone phone = new TestPhone();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String answer;
            try {
                answer = phone.obey(line.split(" "));
            } catch (IOException | GeneralSecurityException | RuntimeException error) {
                answer = "{\"error\":" + Json.quote(error.getClass().getSimpleName() + ": " + causes(error)) + "}";
            }
            System.out.println(answer);
        }
    }

    private static String causes(Throwable error) {
        StringBuilder all = new StringBuilder();
        for (Throwable each = error; each != null; each = each.getCause()) all.append(each.getMessage()).append("; ");
        return all.toString();
    }

    private String obey(String[] words) throws IOException, GeneralSecurityException {
        switch (words[0]) {
            case "connect":
                return connect(words[1], words[2], words[3], words[4]);
            case "get":
                Answer answer = client.get(words[1], words.length > 2 ? words[2] : null);
                return "{\"status\":" + answer.status + "}";
            case "open":
                if (queue != null) queue.close();
                return open(new File(words[1]), words[2]);
            case "token":
                token.set(words[1]);
                return "{}";
            case "pass":
                elapsed += Long.parseLong(words[1]);
                wall += Long.parseLong(words[1]);
                return "{}";
            case "set-clock":
                wall += Long.parseLong(words[1]);
                return "{}";
            case "fix":
                return fix(Double.parseDouble(words[1]), Double.parseDouble(words[2]), Double.parseDouble(words[3]));
            case "drive":
                return drive(Double.parseDouble(words[1]), Double.parseDouble(words[2]), Integer.parseInt(words[3]));
            case "report":
                return "{\"pause\":" + reporter.run() + ",\"state\":" + Json.quote(state) + ",\"waiting\":" + queue.size()
                        + ",\"refused\":" + reporter.refused() + ",\"shown\":" + Json.quote(shown()) + "}";
            case "offers":
                heard.clear();
                long pause = offers.run();
                return "{\"pause\":" + pause + ",\"heard\":" + list(heard) + "}";
            case "page":
                isPageOnScreen = words[1].equals("on");
                return "{}";
            case "during":
                offers.during(Activity.named(words[1]));
                return "{}";
            case "notices":
                return notices(words[1], words[2].equals("first") ? null : seen, words[3]);
            case "versions":
                AppVersions versions = AppVersions.ask(client, words[1]);
                long own = Long.parseLong(words[2]);
                return versions == null
                        ? "null"
                        : "{\"tooOld\":" + versions.isTooOld(own) + ",\"newer\":" + versions.hasNewer(own) + "}";
            case "every":
                Activity activity = Activity.named(words[1]);
                int percent = Integer.parseInt(words[2]);
                boolean charging = Boolean.parseBoolean(words[3]);
                return "{\"every\":" + activity.every(percent, charging) + ",\"report\":" + activity.every(percent, charging)
                        + ",\"precise\":" + activity.isPrecise(percent, charging) + "}";
            case "json":
                return Json.quote(String.valueOf(Json.parse(rest(words))));
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private String connect(String base, String authorities, String live, String spare)
            throws IOException, GeneralSecurityException {
        // As in a new process: nothing is known of the service's time.
        wall = System.currentTimeMillis();
        time = new ServiceTime(this);
        InputStream pem = new FileInputStream(authorities);
        try {
            client = new ServiceClient(base, PinnedTrust.sockets(pem, new Pins(live, spare)), "WaslApp/TEST/1", time);
        } finally {
            pem.close();
        }
        return "{}";
    }

    private String open(File folder, String given) throws IOException {
        token = new Token(given);
        queue = PointQueue.open(folder);
        state = "";
        filter = new FixFilter();
        reporter = new PointReporter(queue, client, token, new Random(1), this);
        offers = new OfferWatch(client, token, time, new Random(1), this);
        return "{\"waiting\":" + queue.size() + "}";
    }

    private String fix(double latitude, double longitude, double accuracy) {
        Fix fix = new Fix(latitude, longitude, accuracy, 10, 0, elapsed);
        boolean accepted = filter.accepts(fix, 2_000);
        if (accepted) queue.add(fix, time.at(elapsed));
        return "{\"accepted\":" + accepted + ",\"at\":" + time.at(elapsed) + ",\"waiting\":" + queue.size() + "}";
    }

    /** Northwards, a fix every two seconds, with reports as often as the app wants them. */
    private String drive(double latitude, double longitude, int steps) {
        long wait = 0;
        int reports = 0;
        for (int step = 0; step < steps; step++) {
            elapsed += 2_000;
            wall += 2_000;
            fix(latitude + step * 0.00018, longitude, 5);
            wait -= 2_000;
            if (wait > 0) continue;
            wait = reporter.run();
            reports++;
        }
        return "{\"reports\":" + reports + ",\"waiting\":" + queue.size() + "}";
    }

    /** What the notification of the shift says; the count is left out where none waits. */
    private String shown() {
        if (state.isEmpty()) return "";
        ShiftText text = ShiftText.of(PointReporter.State.valueOf(state), queue.size());
        return text == ShiftText.WAITING ? text + " " + ShiftText.told(queue.size()) : text.name();
    }

    private String notices(String given, String before, String language) {
        NoticePoll poll = NoticePoll.ask(client, given, before, language);
        seen = poll.listed;
        List<String> titles = new ArrayList<String>();
        for (Notice each : poll.fresh) titles.add(each.title);
        return "{\"outcome\":" + Json.quote(poll.outcome.name()) + ",\"fresh\":" + list(titles) + ",\"unread\":"
                + poll.unread + "}";
    }

    @Override
    public boolean offered(Offer offer) {
        if (isPageOnScreen) return false;
        heard.add("offered " + offer.orderNumber + " " + offer.pickup);
        return true;
    }

    @Override
    public void over(Offer offer) {
        heard.add("over " + offer.orderNumber);
    }

    @Override
    public void reporting(PointReporter.State now) {
        state = now.name();
    }

    @Override
    public long wall() {
        return wall;
    }

    @Override
    public long elapsed() {
        return elapsed;
    }

    private static String rest(String[] words) {
        StringBuilder text = new StringBuilder();
        for (int index = 1; index < words.length; index++) text.append(index > 1 ? " " : "").append(words[index]);
        return text.toString();
    }

    private static String list(List<String> texts) {
        StringBuilder json = new StringBuilder("[");
        for (String text : texts) json.append(json.length() > 1 ? "," : "").append(Json.quote(text));
        return json.append("]").toString();
    }
}
