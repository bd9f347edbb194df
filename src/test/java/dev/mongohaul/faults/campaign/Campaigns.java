package dev.mongohaul.faults.campaign;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All campaigns by their names. */
public final class Campaigns {

    /** Suffix of a campaign's name that selects inputs with mixed operations. */
    static final String DELTA = "-delta";

    /** Suffix of a campaign's name that selects replacements that are compared. */
    static final String COMPARE = "-compare";

    /** Suffix of a campaign's name that selects replacements of which most or all add documents. */
    static final String NEW = "-new";

    /** Suffix of a campaign's name that selects inputs that are the whole truth. */
    static final String SNAPSHOT = "-snapshot";

    /** Suffix of a campaign's name that selects inputs that a processor changes. */
    static final String PROCESSED = "-processed";

    /** Suffix of a campaign's name that selects a clustered target; the last one if there are two. */
    static final String CLUSTERED = "-clustered";

    /** Suffix of a campaign's name that selects inserts that replace the target at once. */
    static final String SWAP = "-swap";

    private static final List<String> OPERATIONS = List.of(
            "", DELTA, COMPARE, NEW, SWAP, SNAPSHOT, PROCESSED, CLUSTERED, DELTA + CLUSTERED, COMPARE + CLUSTERED);

    private static final Map<String, Supplier<Campaign>> ALL = new TreeMap<>();

    /** Names of all campaigns, with the suffixes that change what they do. */
    private static final Set<String> NAMES = new TreeSet<>();

    static {
        add("any", AnyCampaign::new, OPERATIONS);
        add("disk", DiskCampaign::new, List.of(""));
        add("files", FilesCampaign::new, List.of(""));
        add("kill", KillCampaign::new, OPERATIONS);
        add("late", () -> new LateCampaign(1), List.of("", COMPARE, NEW));
        add("late-three", () -> new LateCampaign(3), List.of("", COMPARE, NEW));
        add("launches", LaunchesCampaign::new, List.of("", DELTA));
        add("mongod", MongodCampaign::new, OPERATIONS);
        add("nth", NthCampaign::new, OPERATIONS);
        add("points", PointsCampaign::new, List.of("", SWAP));
        add("primary", PrimaryCampaign::new, OPERATIONS);
        add("rival", RivalCampaign::new, List.of(""));
        add("shared", () -> new SharedCampaign(true), List.of("", SWAP, PROCESSED));
        add("shared-slow", () -> new SharedCampaign(false), List.of(""));
        add("stale", StaleCampaign::new, List.of(""));
        add("stop-cont", StopContCampaign::new, List.of("", DELTA));
        add("takeover", TakeoverCampaign::new, List.of(""));
        add("term", TermCampaign::new, List.of("", DELTA));
        add("undo", UndoCampaign::new, List.of(""));
    }

    private static void add(String name, Supplier<Campaign> campaign, List<String> suffixes) {
        ALL.put(name, campaign);
        suffixes.forEach(suffix -> NAMES.add(name + suffix));
    }

    private Campaigns() {}

    public static Campaign named(String name) {
        Supplier<Campaign> campaign = ALL.get(name.replaceFirst(
                "(%s|%s|%s|%s|%s|%s)?(%s)?$".formatted(DELTA, COMPARE, NEW, SWAP, SNAPSHOT, PROCESSED, CLUSTERED), ""));
        if (campaign == null) {
            throw new IllegalArgumentException("-Dfaults=" + name + " is not one of " + ALL.keySet());
        }
        return campaign.get();
    }

    /** Returns the names in a list with commas. A name with an asterisk at its end stands for all that begin like it. */
    public static Stream<String> matching(String names) {
        return Stream.of(names.split(",", -1))
                .flatMap(name -> name.endsWith("*")
                        ? NAMES.stream().filter(one -> one.startsWith(name.substring(0, name.length() - 1)))
                        : Stream.of(name));
    }
}
