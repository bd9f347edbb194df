package dev.mongohaul.repository.run;

import com.mongodb.client.model.Filters;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.ImportVerification;
import dev.mongohaul.repository.plan.PhaseResult;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Summary of an import's plan, with counts added up by the server.
 *
 * @param target namespace
 * @param operation insert, replace, …
 * @param file the first input file
 * @param files number of input files
 * @param ofRejects whether it loads corrected rejects of an import of its job
 * @param counts of all runs
 * @param verification result of the last verification; null if there was none
 */
public record PastPlan(
        @BsonProperty("jobInstanceId") long importNumber,
        ImportState state,
        String target,
        String operation,
        String file,
        int files,
        boolean ofRejects,
        Counts counts,
        @Nullable ImportVerification verification) {

    /** Returns the results of the phases after its load. */
    public List<PhaseResult> results() {
        return Stream.<PhaseResult>ofNullable(verification).toList();
    }

    /** Filter of plans whose counts are saved, since their import has ended. Others need a look at their partitions. */
    static final Bson COUNTED = Filters.type("counts", BsonType.DOCUMENT);

    /** Stage that finds the counts of the partitions of plans that are not {@link #COUNTED}. */
    static final Bson PARTITIONS = BsonDocument.parse("""
            {$lookup: {
                from: '%s',
                let: {import: '$_id', run: '$cut.run'},
                pipeline: [
                    {$match: {$expr: {$and: [{$eq: ['$_id.import', '$$import']}, {$eq: ['$_id.run', '$$run']}]}}},
                    {$project: {_id: 0, counts: '$progress.counts'}}],
                as: 'partitions'}}""".formatted(PartitionStore.COLLECTION));

    /** Stages that add up the counts of the partitions. */
    static final List<Bson> STAGES =
            BsonArray.parse("""
            [{$addFields: {each: {$concatArrays: [
                {$ifNull: ['$partitions.counts', []]},
                {$cond: [{$eq: [{$type: '$counts'}, 'object']}, ['$counts'], []]}]}}},
             {$project: {
                jobInstanceId: 1,
                state: 1,
                target: '$identity.target',
                operation: '$identity.operation',
                file: {$arrayElemAt: ['$inputs.path', 0]},
                files: {$size: '$inputs'},
                ofRejects: {$eq: ['$ofRejects', true]},
                verification: 1,
                counts: {
                    read: {$sum: '$each.read'},
                    written: {$sum: '$each.written'},
                    unchanged: {$toLong: {$sum: '$each.unchanged'}},
                    alreadyThere: {$sum: '$each.alreadyThere'},
                    rejected: {$sum: '$each.rejected'},
                    unmatched: {$sum: '$each.unmatched'},
                    filtered: {$toLong: {$sum: '$each.filtered'}},
                    cells: {
                        dropped: {$sum: '$each.cells.dropped'},
                        padded: {$sum: '$each.cells.padded'}},
                    removed: {$cond: [
                        {$in: ['long', {$map: {input: '$each', in: {$type: '$$this.removed'}}}]},
                        {$sum: '$each.removed'},
                        '$$REMOVE']}}}}]""").stream().<Bson>map(BsonValue::asDocument).toList();
}
