package dev.mongohaul.faults.campaign;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

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

    private static final Map<String, Supplier<Campaign>> ALL = new TreeMap<>();

    static {
        ALL.put("any", AnyCampaign::new);
        ALL.put("disk", DiskCampaign::new);
        ALL.put("files", FilesCampaign::new);
        ALL.put("kill", KillCampaign::new);
        ALL.put("late", () -> new LateCampaign(1));
        ALL.put("late-three", () -> new LateCampaign(3));
        ALL.put("launches", LaunchesCampaign::new);
        ALL.put("mongod", MongodCampaign::new);
        ALL.put("nth", NthCampaign::new);
        ALL.put("points", PointsCampaign::new);
        ALL.put("primary", PrimaryCampaign::new);
        ALL.put("rival", RivalCampaign::new);
        ALL.put("shared", () -> new SharedCampaign(true));
        ALL.put("shared-slow", () -> new SharedCampaign(false));
        ALL.put("stale", StaleCampaign::new);
        ALL.put("stop-cont", StopContCampaign::new);
        ALL.put("takeover", TakeoverCampaign::new);
        ALL.put("term", TermCampaign::new);
        ALL.put("undo", UndoCampaign::new);
    }

    private Campaigns() {}

    public static Campaign named(String name) {
        Supplier<Campaign> campaign = ALL.get(name.replaceFirst(
                "(%s|%s|%s|%s|%s|%s)?(%s)?$".formatted(DELTA, COMPARE, NEW, SWAP, SNAPSHOT, PROCESSED, CLUSTERED), ""));
        if (campaign == null) {
            throw new IllegalArgumentException("-Dfaults=" + name + " is not one of " + names());
        }
        return campaign.get();
    }

    public static Set<String> names() {
        return new TreeSet<>(ALL.keySet());
    }
}
