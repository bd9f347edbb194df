package dev.mongohaul.report.render;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.report.work.PastTakeover;
import dev.mongohaul.report.work.SeenWorkers;
import dev.mongohaul.report.work.SharedWork;
import dev.mongohaul.report.work.WorkerShare;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.repository.partition.SharedPartition;
import dev.mongohaul.repository.worker.SeenWorker;
import java.util.ArrayList;
import java.util.List;

/** Layout of the workers, and of their work on one import. */
public final class WorkLayout {

    private static final int MOST_PARTITIONS = 100;

    private static final GridColumns<SeenWorker> WORKERS = new GridColumns<SeenWorker>()
            .word("host", seen -> seen.worker().host())
            .figure("process", seen -> Long.toString(seen.worker().pid()))
            .word("version", seen -> seen.worker().version())
            .number("threads", seen -> seen.worker().threads())
            .number("partitions now", seen -> seen.worker().partitions())
            .word("since", seen -> Words.time(seen.worker().since()))
            .figure("last seen", seen -> Words.format("%,d s ago", seen.secondsAgo()))
            .text("unfit", seen -> seen.worker().unfit());

    private static final GridColumns<SharedPartition> GIVEN_BACK = new GridColumns<SharedPartition>()
            .number("from byte", SharedPartition::from)
            .number("to", SharedPartition::to)
            .word("state", partition -> Words.word(partition.state()))
            .number("attempts", SharedPartition::attempts)
            .text("last worker", SharedPartition::worker)
            .text("last failure", SharedPartition::failure);

    private static final GridColumns<PastTakeover> TAKEOVERS = new GridColumns<PastTakeover>()
            .word("time", past -> Words.time(past.takeover().at()))
            .number("from byte", past -> past.partition().from())
            .number("to", past -> past.partition().to())
            .text("former worker", past -> past.takeover().from())
            .text("cause", PastTakeover::cause);

    private WorkLayout() {}

    /** Lays out the workers that were seen within the last minute, one row each. */
    public static ReportView of(SeenWorkers seen) {
        return new ReportView(
                "Workers", seen.workers().isEmpty() ? List.of() : List.of(Section.of("", WORKERS.of(seen.workers()))));
    }

    /** Lays out the work of each worker on an import, and the partitions that workers gave back or lost. */
    public static ReportView of(SharedWork work) {
        List<Section> sections = new ArrayList<>();
        List<WorkerShare> workers = work.workers();
        if (!workers.isEmpty()) {
            sections.add(Section.of(
                    "Partitions by worker",
                    shares(work.open()).of(workers),
                    "A partition counts for the worker that imported it last."));
        }
        List<SharedPartition> givenBack = work.open() ? work.givenBack() : List.of();
        if (!givenBack.isEmpty()) {
            sections.add(givenBack(givenBack));
        }
        List<PastTakeover> takeovers = work.takeovers();
        if (!takeovers.isEmpty()) {
            sections.add(Section.of(
                    Words.format("Takeovers, %,d in total", takeovers.size()),
                    TAKEOVERS.of(takeovers.stream().limit(MOST_PARTITIONS).toList()),
                    "Another worker continued the partition at its last checkpoint."));
        }
        return new ReportView("Workers", sections);
    }

    private static GridColumns<WorkerShare> shares(boolean open) {
        GridColumns<WorkerShare> columns = new GridColumns<WorkerShare>().text("worker", WorkerShare::worker);
        if (open) {
            columns.number("in work", WorkerShare::inWork);
        }
        return columns.number("finished", WorkerShare::finished)
                .number("records", WorkerShare::records)
                .number("bytes", WorkerShare::bytes);
    }

    private static Section givenBack(List<SharedPartition> takeovers) {
        List<String> notes = new ArrayList<>();
        if (takeovers.size() > MOST_PARTITIONS) {
            notes.add(Words.format("%,d more partitions are not listed.", takeovers.size() - MOST_PARTITIONS));
        }
        notes.add(Words.format(
                "Attempts are claims without progress. The import fails after %d attempts.",
                PartitionStore.MOST_ATTEMPTS));
        return Section.of(
                "Unfinished partitions that a worker gave back or lost",
                GIVEN_BACK.of(takeovers.stream().limit(MOST_PARTITIONS).toList()),
                notes.toArray(String[]::new));
    }
}
