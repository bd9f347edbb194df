package dev.mongohaul.repository.plan;

import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.target.KeptImages;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Plan and progress of one import: a document that is stored before any record is read, and one for each partition.
 *
 * @param key the identity's {@link ImportIdentity#key()}
 * @param importNumber the id of Spring Batch's JobInstance; 0 before the first run prepared the import
 * @param idPrefix the first seven bytes of generated ids in hex; null if ids come from columns
 * @param state whether the import is unfinished
 * @param request of the import, to repeat it
 * @param head bytes around records in the input
 * @param inputs in the order they are read
 * @param cut into partitions; null before the first run
 * @param partitions of the whole input; null in plans of {@linkplain ImportPlans#findByJob lists}, which are read without
 *     them
 * @param total counts of an import that was completed or abandoned; null before
 * @param sent whether a document may have been sent; null before the first run
 * @param lease of the process that runs the import; null if none does
 * @param created in this machine's time
 * @param touched when a partition was last saved, in this machine's time; null if none was
 * @param sessions server sessions of the last run
 * @param staging collection that the documents are loaded into before they replace the target; null if there is none
 * @param deletions what became of the documents that the input of a snapshot lacks; null before they are counted
 * @param kept what is kept to undo the import; null if nothing is
 * @param undoes number of the import that this one takes back; null if it loads an input
 * @param force whether an undo takes back documents that were changed since as well; null if it does not
 * @param corrects number of the unfinished import whose corrected rejects this one loads; null if it does not
 * @param ofRejects whether it loads corrected rejects of any import of its job; null if it does not
 * @param verification result of the last verification; null if there was none
 */
public record ImportPlan(
        @BsonId String key,
        ImportIdentity identity,
        @BsonProperty("jobInstanceId") long importNumber,

        @Nullable String idPrefix,
        ImportState state,
        StoredRequest request,
        CsvHead head,
        List<PlannedInput> inputs,
        @Nullable PlannedCut cut,

        @Nullable List<ImportPartition> partitions,

        @BsonProperty("counts") @Nullable Counts total,

        @Nullable Boolean sent,
        @Nullable Lease lease,
        Instant created,
        @Nullable Instant touched,
        List<UUID> sessions,
        @Nullable Staging staging,
        @Nullable Deletions deletions,
        @Nullable KeptImages kept,
        @Nullable Long undoes,
        @Nullable Boolean force,
        @Nullable Long corrects,
        @Nullable Boolean ofRejects,
        @Nullable ImportVerification verification) {

    public ImportPlan {
        sessions = List.copyOf(Objects.requireNonNullElse(sessions, List.of()));
    }

    public static ImportPlan of(
            ImportIdentity identity, StoredRequest request, CsvHead head, List<PlannedInput> inputs) {
        return new Draft(identity, request, head, inputs).plan();
    }

    /** Returns the plan of a new import that keeps documents for an undo. */
    public ImportPlan keeping(KeptImages keeping) {
        Draft draft = new Draft(this);
        draft.kept = keeping;
        return draft.plan();
    }

    /** Returns the plan of a new import that loads corrected rejects. */
    public ImportPlan loadingRejects() {
        Draft draft = new Draft(this);
        draft.ofRejects = true;
        return draft.plan();
    }

    /** Returns the plan of a new import that loads the corrected rejects of an unfinished one. */
    public ImportPlan correcting(long unfinished) {
        Draft draft = new Draft(this);
        draft.corrects = unfinished;
        return draft.plan();
    }

    /** Returns the plan of the undo of this import. */
    public ImportPlan undo(int again) {
        Draft draft = new Draft(identity.undo(again), request, head, inputs);
        draft.undoes = importNumber;
        return draft.plan();
    }

    /** Returns this plan of an undo that takes back documents that were changed since as well. */
    public ImportPlan forced() {
        Draft draft = new Draft(this);
        draft.force = true;
        return draft.plan();
    }

    /** Returns whether this plan of a job and another one cannot both be unfinished, as the index of the plans has it. */
    public boolean excludes(ImportPlan other) {
        return Objects.equals(corrects, other.corrects) && Objects.equals(request.alone(), other.request.alone());
    }

    /**
     * Returns this plan, prepared for a run, whose request may name the same content by other files.
     *
     * @param cutBy the run that cut the partitions, and the program's version if workers may claim them
     */
    public ImportPlan prepared(
            PlannedCut cutBy,
            long number,
            @Nullable String prefix,
            StoredRequest later,
            List<PlannedInput> found,
            List<ImportPartition> tiles) {
        Draft draft = new Draft(this);
        draft.cut = cutBy;
        draft.importNumber = number;
        draft.idPrefix = prefix;
        draft.request = later.start() == null ? later.startedBy(request.start()) : later;
        draft.inputs = begun() ? afterThoseOfThePlan(found) : List.copyOf(found);
        draft.partitions = List.copyOf(tiles);
        draft.sessions = List.of();
        return draft.plan();
    }

    /** The same content has as many inputs. */
    private List<PlannedInput> afterThoseOfThePlan(List<PlannedInput> found) {
        return IntStream.range(0, found.size())
                .mapToObj(index -> found.get(index).after(inputs.get(index)))
                .toList();
    }

    /** Returns this plan with its partitions, when the last of them was saved, and the sessions of their owners. */
    ImportPlan with(List<ImportPartition> read, @Nullable Instant saved, List<UUID> begun) {
        Draft draft = new Draft(this);
        draft.partitions = List.copyOf(read);
        draft.touched = saved;
        draft.sessions = begun;
        return draft.plan();
    }

    /** Returns this plan as if nothing had been read: its next run cuts the whole input. */
    ImportPlan withoutPartitions() {
        Draft draft = new Draft(this);
        draft.partitions = List.of();
        return draft.plan();
    }

    /**
     * Returns the partitions in the order of the input; none before the first run.
     *
     * @throws IllegalStateException if the plan was read without them
     */
    @Override
    public List<ImportPartition> partitions() {
        if (partitions == null && cut != null) {
            throw new IllegalStateException("The plan was read without its partitions");
        }
        return partitions == null ? List.of() : partitions;
    }

    /** Returns whether it loads corrected rejects of any import of its job. */
    public boolean isOfRejects() {
        return Boolean.TRUE.equals(ofRejects);
    }

    /** Returns whether it is an undo that takes back documents that were changed since as well. */
    public boolean isForced() {
        return Boolean.TRUE.equals(force);
    }

    /** Returns whether its documents have replaced all others of the target. */
    public boolean hasSwapped() {
        return state == ImportState.COMPLETED && identity.operation().equals(ImportIdentity.SWAP);
    }

    /** Returns whether a run has prepared the import, so that documents may be written. */
    public boolean begun() {
        return cut != null;
    }

    /** Returns the number of its last run that prepared it; 0 before the first one. Runs are numbered in the order of their starts. */
    public long lastRun() {
        return cut == null ? 0 : cut.run();
    }

    /** Returns whether a run may have sent a document. */
    public boolean mayHaveSent() {
        return begun() && !Boolean.FALSE.equals(sent);
    }

    /** Returns this plan with documents that may have been sent, or certainly were not written. */
    public ImportPlan withSent(boolean now) {
        Draft draft = new Draft(this);
        draft.sent = now;
        return draft.plan();
    }

    /** Returns this plan with the collection that its documents are loaded into. */
    public ImportPlan with(Staging loaded) {
        Draft draft = new Draft(this);
        draft.staging = loaded;
        return draft.plan();
    }

    /** Returns this plan with what became of the documents that the input of a snapshot lacks. */
    public ImportPlan with(Deletions counted) {
        Draft draft = new Draft(this);
        draft.deletions = counted;
        return draft.plan();
    }

    /** Returns this plan of an import whose list of documents is lost, so that they are counted again. */
    public ImportPlan withoutDeletions() {
        Draft draft = new Draft(this);
        draft.deletions = null;
        return draft.plan();
    }

    /** Returns this plan with the result of a verification. */
    public ImportPlan with(ImportVerification result) {
        Draft draft = new Draft(this);
        draft.verification = result;
        return draft.plan();
    }

    /** Returns the results of the phases after its load. */
    public List<PhaseResult> results() {
        return Stream.<PhaseResult>ofNullable(verification).toList();
    }

    /** Returns whether a phase after its load began, and did not come to its end. */
    public boolean awaitsPhase() {
        return results().stream().anyMatch(PhaseResult::isPending);
    }

    /** Returns whether its input is needed, because its documents may not be in the target. */
    public boolean isDoubtful() {
        return results().stream().anyMatch(PhaseResult::isDoubtful);
    }

    /** Returns this plan with its final counts, in place of the sum of its partitions. */
    public ImportPlan with(Counts counts) {
        Draft draft = new Draft(this);
        draft.total = counts;
        return draft.plan();
    }

    /** Returns this plan of an import that has ended. */
    ImportPlan ended(ImportState how) {
        Draft draft = new Draft(this);
        draft.state = how;
        draft.total = counts();
        return draft.plan();
    }

    /**
     * Returns whether all is done but deletions, which are held for a user's decision. Such an import does not block others
     * of its job.
     */
    public boolean holdsDeletions() {
        return deletions != null && deletions.held() > 0;
    }

    /** Returns the collection that has the documents apart from the target: before a swap, or under a view. */
    public Optional<String> stagedIn() {
        return Optional.ofNullable(staging)
                .filter(known -> state == ImportState.UNFINISHED || (state == ImportState.COMPLETED && known.view()))
                .map(Staging::collection);
    }

    /** Returns this plan with this partition in place of the one that has the same range. */
    public ImportPlan with(ImportPartition partition) {
        List<ImportPartition> updated = partitions().stream()
                .map(before -> before.from() == partition.from() ? partition : before)
                .toList();
        Draft draft = new Draft(this);
        draft.partitions = updated;
        return draft.plan();
    }

    /** Returns the charsets of the inputs in their order; empty if all are in one. */
    public List<String> charsets() {
        return inputs.stream()
                .map(PlannedInput::charset)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** Returns the digest of an input of this plan; empty if it is unknown. */
    public Optional<String> digestOf(PlannedInput input) {
        return inputs.size() == 1 ? Optional.of(identity.content()) : Optional.ofNullable(input.digest());
    }

    /** Returns the charset of the input at the offset; empty if all inputs are in one. */
    public Optional<String> charsetAt(long offset) {
        return inputs.stream()
                .filter(input -> input.base() <= offset)
                .reduce((before, input) -> input)
                .map(PlannedInput::charset);
    }

    /** Returns whether all partitions are imported, so that the counts no longer change. */
    public boolean isFinished() {
        return !partitions().isEmpty() && partitions().stream().allMatch(ImportPartition::finished);
    }

    /** Returns whether all records of the input are written or rejected. */
    public boolean isRead() {
        return !partitions().isEmpty()
                && partitions().stream()
                        .allMatch(partition -> partition.finished() || partition.doneTo() == partition.to());
    }

    /** Returns the counts of all runs. */
    public Counts counts() {
        return total == null
                ? partitions().stream().map(ImportPartition::counts).reduce(Counts.NONE, Counts::plus)
                : total;
    }

    /** Returns the figures of the columns of all runs; those of a plan that was read with its partitions. */
    public ColumnFigures columns() {
        return partitions().stream().map(ImportPartition::columns).reduce(ColumnFigures.NONE, ColumnFigures::plus);
    }

    /** Plan that is being changed. */
    private static final class Draft {

        private final ImportIdentity identity;
        private final CsvHead head;
        private final Instant created;
        private long importNumber;
        private @Nullable String idPrefix;
        private ImportState state = ImportState.UNFINISHED;
        private StoredRequest request;
        private List<PlannedInput> inputs;
        private @Nullable PlannedCut cut;
        private @Nullable List<ImportPartition> partitions;
        private @Nullable Counts total;
        private @Nullable Boolean sent = false;
        private @Nullable Lease lease;
        private @Nullable Instant touched;
        private List<UUID> sessions = List.of();
        private @Nullable Staging staging;
        private @Nullable Deletions deletions;
        private @Nullable KeptImages kept;
        private @Nullable Long undoes;
        private @Nullable Boolean force;
        private @Nullable Long corrects;
        private @Nullable Boolean ofRejects;
        private @Nullable ImportVerification verification;

        Draft(ImportIdentity identity, StoredRequest request, CsvHead head, List<PlannedInput> inputs) {
            this.identity = identity;
            this.request = request;
            this.head = head;
            this.inputs = inputs;
            this.created = Instant.now();
        }

        Draft(ImportPlan plan) {
            identity = plan.identity;
            head = plan.head;
            created = plan.created;
            importNumber = plan.importNumber;
            idPrefix = plan.idPrefix;
            state = plan.state;
            request = plan.request;
            inputs = plan.inputs;
            cut = plan.cut;
            partitions = plan.partitions;
            total = plan.total;
            sent = plan.sent;
            lease = plan.lease;
            touched = plan.touched;
            sessions = plan.sessions;
            staging = plan.staging;
            deletions = plan.deletions;
            kept = plan.kept;
            undoes = plan.undoes;
            force = plan.force;
            corrects = plan.corrects;
            ofRejects = plan.ofRejects;
            verification = plan.verification;
        }

        ImportPlan plan() {
            return new ImportPlan(
                    identity.key(),
                    identity,
                    importNumber,
                    idPrefix,
                    state,
                    request,
                    head,
                    inputs,
                    cut,
                    partitions,
                    total,
                    sent,
                    lease,
                    created,
                    touched,
                    sessions,
                    staging,
                    deletions,
                    kept,
                    undoes,
                    force,
                    corrects,
                    ofRejects,
                    verification);
        }
    }
}
