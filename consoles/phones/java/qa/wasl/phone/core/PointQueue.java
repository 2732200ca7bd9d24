package qa.wasl.phone.core;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * One driver's positions that the service has not confirmed, in their order, on disk and in memory. A point is written
 * before anything else is done with it, so the end of the process loses none.
 *
 * <p>Points are lines of segments, files named for their first point. The file `confirmed` holds the sequence up to which
 * the service has them; segments below it are deleted. If the phone is switched off between an answer and that note, the
 * points are sent again, which the service recognises by their sequence.
 */
public final class PointQueue {
    /** Eleven hours on the way without a network; above it the oldest are dropped. */
    static final int MAX_POINTS = 20_000;
    private static final int SEGMENT_POINTS = 500;
    private static final String CONFIRMED = "confirmed";
    private static final String SUFFIX = ".points";

    private final File folder;
    private final Deque<Point> points = new ArrayDeque<Point>();
    private FileOutputStream segment;
    private int inSegment;
    private long last;
    private long dropped;

    private PointQueue(File folder) {
        this.folder = folder;
    }

    /** @param folder Of one driver: positions must never be sent as another's. */
    public static PointQueue open(File folder) throws IOException {
        if (!folder.isDirectory() && !folder.mkdirs()) throw new IOException("no folder " + folder);
        PointQueue queue = new PointQueue(folder);
        queue.load();
        return queue;
    }

    private void load() throws IOException {
        long confirmed = readConfirmed();
        last = confirmed;
        for (File file : segments()) {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8));
            try {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    Point point = Point.parse(line);
                    // The last line before the phone was switched off may be half a line.
                    if (point == null || point.sequence <= last) continue;
                    points.add(point);
                    last = point.sequence;
                }
            } finally {
                lines.close();
            }
        }
        limit();
    }

    /**
     * Adds a fix with the next sequence. On a full disk the point is kept in memory only, and the next one tries the disk
     * again.
     *
     * @param at The service's time of the fix.
     */
    public synchronized Point add(Fix fix, long at) {
        // Grows even if the files were lost; `last` alone would begin again at 1, which the service takes for the past.
        last = Math.max(last + 1, at);
        Point point = Point.of(last, fix, at);
        points.add(point);
        try {
            write(point);
        } catch (IOException error) {
            closeSegment();
        }
        limit();
        return point;
    }

    /** The oldest, at most so many. */
    public synchronized List<Point> oldest(int most) {
        List<Point> batch = new ArrayList<Point>();
        Iterator<Point> each = points.iterator();
        while (each.hasNext() && batch.size() < most) batch.add(each.next());
        return batch;
    }

    /** The service has everything up to this sequence. */
    public synchronized void confirm(long sequence) {
        while (!points.isEmpty() && points.peek().sequence <= sequence) points.remove();
        try {
            writeConfirmed(sequence);
            if (points.isEmpty()) closeSegment();
            deleteBelow(sequence);
        } catch (IOException error) {
            // They are sent once more after a restart, and the service recognises them.
        }
    }

    public synchronized int size() {
        return points.size();
    }

    /** How many were dropped because there were too many. */
    public synchronized long dropped() {
        return dropped;
    }

    public synchronized void close() {
        closeSegment();
    }

    private void limit() {
        for (; points.size() > MAX_POINTS; dropped++) points.remove();
    }

    private void write(Point point) throws IOException {
        if (segment != null && inSegment >= SEGMENT_POINTS) closeSegment();
        if (segment == null) {
            segment = new FileOutputStream(new File(folder, name(point.sequence)), true);
            inSegment = 0;
            if (points.size() == MAX_POINTS) deleteBelow(points.peek().sequence - 1);
        }
        // In one call and unbuffered: a process that is killed leaves whole lines.
        segment.write((point.line() + "\n").getBytes(StandardCharsets.UTF_8));
        inSegment++;
    }

    private void closeSegment() {
        if (segment == null) return;
        try {
            segment.close();
        } catch (IOException error) {
            // Nothing of it is in a buffer of ours.
        }
        segment = null;
    }

    /** Deletes the segments whose points are all confirmed: those followed by one that begins no later. */
    private void deleteBelow(long sequence) {
        File[] files = segments();
        for (int index = 0; index < files.length; index++) {
            boolean isLast = index + 1 == files.length;
            boolean isOver = isLast ? points.isEmpty() && segment == null : first(files[index + 1]) <= sequence + 1;
            if (isOver) files[index].delete();
        }
    }

    private long readConfirmed() throws IOException {
        File file = new File(folder, CONFIRMED);
        if (!file.isFile()) return 0;
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8));
        try {
            String line = reader.readLine();
            return line != null && line.matches("\\d{1,18}") ? Long.parseLong(line) : 0;
        } finally {
            reader.close();
        }
    }

    private void writeConfirmed(long sequence) throws IOException {
        File fresh = new File(folder, CONFIRMED + ".new");
        FileOutputStream stream = new FileOutputStream(fresh);
        try {
            stream.write(Long.toString(sequence).getBytes(StandardCharsets.UTF_8));
        } finally {
            stream.close();
        }
        if (!fresh.renameTo(new File(folder, CONFIRMED))) throw new IOException("cannot rename " + fresh);
    }

    /** Oldest first. */
    private File[] segments() {
        List<File> found = new ArrayList<File>();
        File[] files = folder.listFiles();
        if (files != null) for (File file : files) if (file.getName().matches("\\d{18}\\.points")) found.add(file);
        File[] sorted = found.toArray(new File[0]);
        Arrays.sort(sorted);
        return sorted;
    }

    private static String name(long sequence) {
        return String.format(java.util.Locale.ROOT, "%018d%s", sequence, SUFFIX);
    }

    private static long first(File file) {
        return Long.parseLong(file.getName().substring(0, 18));
    }
}
