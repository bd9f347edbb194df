package dev.mongohaul.job;

import dev.mongohaul.job.processor.ProcessorType;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mapping.entity.EntityType;
import org.jspecify.annotations.Nullable;

/**
 * Classes of the user that a job names.
 *
 * @param entity of the objects that records are mapped to; null if they are mapped to documents
 * @param processor of these objects or documents; null if there is none
 */
record RecordTypes(@Nullable EntityType<?> entity, @Nullable ProcessorType<?> processor) {

    static RecordTypes of(JobFile file, Entities classes) {
        EntityType<?> entity = file.entity() == null ? null : classes.named(file.entity());
        return new RecordTypes(
                entity,
                file.processor() == null
                        ? null
                        : classes.processor(file.processor(), entity, file.processorSettings()));
    }
}
