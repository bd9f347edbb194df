package dev.mongohaul.repository.batch;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Documents of Spring Batch's instances, executions and steps. They are those of Spring Batch's own data access, which reads
 * what is stored here, and the other way round.
 *
 * <p>Values of parameters and contexts are those that BSON has, and dates and times of {@code java.time}, which are stored
 * in the time zone of this machine.
 */
final class BatchDocuments {

    /** Fields by which documents are found. */
    static final String INSTANCE_ID = "jobInstanceId";

    static final String EXECUTION_ID = "jobExecutionId";
    static final String STEP_ID = "stepExecutionId";
    static final String JOB = "jobName";
    static final String KEY = "jobKey";
    static final String STATUS = "status";
    static final String CONTEXT = "executionContext";
    static final String PARAMETERS = "jobParameters";

    /** Field with the class that Spring Data creates from a document. */
    private static final String CLASS = "_class";

    private static final String CLASSES = "org.springframework.batch.core.repository.persistence.";

    private BatchDocuments() {}

    static Document instance(long id, String jobName, String key) {
        return new Document(INSTANCE_ID, id)
                .append(JOB, jobName)
                .append(KEY, key)
                .append(CLASS, CLASSES + "JobInstance");
    }

    static JobInstance instance(Document stored) {
        return new JobInstance(stored.getLong(INSTANCE_ID), stored.getString(JOB));
    }

    static Document document(JobExecution execution) {
        Document document = new Document(EXECUTION_ID, execution.getId())
                .append(INSTANCE_ID, execution.getJobInstanceId())
                .append(
                        PARAMETERS,
                        execution.getJobParameters().parameters().stream()
                                .map(BatchDocuments::document)
                                .toList())
                .append(
                        "stepExecutions",
                        execution.getStepExecutions().stream()
                                .map(BatchDocuments::embedded)
                                .toList())
                .append(STATUS, execution.getStatus().name());
        append(document, "startTime", execution.getStartTime());
        append(document, "createTime", execution.getCreateTime());
        append(document, "endTime", execution.getEndTime());
        append(document, "lastUpdated", execution.getLastUpdated());
        return document.append("exitStatus", document(execution.getExitStatus()))
                .append(CONTEXT, document(execution.getExecutionContext()))
                .append(CLASS, CLASSES + "JobExecution");
    }

    static JobExecution execution(Document stored, JobInstance instance) {
        Set<JobParameter<?>> parameters = new HashSet<>();
        stored.getList(PARAMETERS, Document.class).forEach(parameter -> parameters.add(parameter(parameter)));
        JobExecution execution =
                new JobExecution(stored.getLong(EXECUTION_ID), instance, new JobParameters(parameters));
        execution.setStatus(BatchStatus.valueOf(stored.getString(STATUS)));
        read(stored, "startTime", execution::setStartTime);
        read(stored, "createTime", execution::setCreateTime);
        read(stored, "endTime", execution::setEndTime);
        read(stored, "lastUpdated", execution::setLastUpdated);
        execution.setExitStatus(exitStatus(stored));
        execution.setExecutionContext(context(stored));
        return execution;
    }

    private static Document document(JobParameter<?> parameter) {
        return new Document("name", parameter.name())
                .append("value", stored(parameter.value()))
                .append("type", parameter.type().getName())
                .append("identifying", parameter.identifying());
    }

    @SuppressWarnings("unchecked") // the value was stored with its type
    private static JobParameter<?> parameter(Document stored) {
        try {
            Class<?> type = Class.forName(stored.getString("type"));
            Object value = stored.get("value");
            if (value instanceof Date date) {
                ZonedDateTime time = date.toInstant().atZone(ZoneId.systemDefault());
                value = type == LocalDateTime.class
                        ? time.toLocalDateTime()
                        : type == LocalDate.class
                                ? time.toLocalDate()
                                : type == LocalTime.class ? time.toLocalTime() : date;
            }
            return new JobParameter<>(
                    stored.getString("name"), value, (Class<Object>) type, stored.getBoolean("identifying"));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("The type of the stored parameter is not known here: " + stored, e);
        }
    }

    /** Returns a step as it is stored, without the time of saving, to compare it with another state. */
    static Document state(StepExecution step) {
        Document state = document(step);
        state.remove("lastUpdated");
        return state;
    }

    static Document document(StepExecution step) {
        return embedded(step).append(CLASS, CLASSES + "StepExecution");
    }

    private static Document embedded(StepExecution step) {
        Document document = new Document(STEP_ID, step.getId())
                .append(EXECUTION_ID, step.getJobExecutionId())
                .append("name", step.getStepName())
                .append(STATUS, step.getStatus().name())
                .append("readCount", step.getReadCount())
                .append("writeCount", step.getWriteCount())
                .append("commitCount", step.getCommitCount())
                .append("rollbackCount", step.getRollbackCount())
                .append("readSkipCount", step.getReadSkipCount())
                .append("processSkipCount", step.getProcessSkipCount())
                .append("writeSkipCount", step.getWriteSkipCount())
                .append("filterCount", step.getFilterCount());
        append(document, "startTime", step.getStartTime());
        append(document, "createTime", step.getCreateTime());
        append(document, "endTime", step.getEndTime());
        append(document, "lastUpdated", step.getLastUpdated());
        return document.append(CONTEXT, document(step.getExecutionContext()))
                .append("exitStatus", document(step.getExitStatus()))
                .append("terminateOnly", step.isTerminateOnly());
    }

    static StepExecution step(Document stored, JobExecution execution) {
        StepExecution step = new StepExecution(stored.getLong(STEP_ID), stored.getString("name"), execution);
        step.setStatus(BatchStatus.valueOf(stored.getString(STATUS)));
        step.setReadCount(stored.getLong("readCount"));
        step.setWriteCount(stored.getLong("writeCount"));
        step.setCommitCount(stored.getLong("commitCount"));
        step.setRollbackCount(stored.getLong("rollbackCount"));
        step.setReadSkipCount(stored.getLong("readSkipCount"));
        step.setProcessSkipCount(stored.getLong("processSkipCount"));
        step.setWriteSkipCount(stored.getLong("writeSkipCount"));
        step.setFilterCount(stored.getLong("filterCount"));
        read(stored, "startTime", step::setStartTime);
        read(stored, "createTime", step::setCreateTime);
        read(stored, "endTime", step::setEndTime);
        read(stored, "lastUpdated", step::setLastUpdated);
        step.setExitStatus(exitStatus(stored));
        step.setExecutionContext(context(stored));
        if (stored.getBoolean("terminateOnly", false)) {
            step.setTerminateOnly();
        }
        return step;
    }

    static ExecutionContext context(Document stored) {
        return new ExecutionContext(stored.getEmbedded(List.of(CONTEXT, "map"), new Document()));
    }

    static Document document(ExecutionContext context) {
        return new Document("map", stored(context.toMap())).append("dirty", context.isDirty());
    }

    private static Document document(ExitStatus status) {
        return new Document("exitCode", status.getExitCode()).append("exitDescription", status.getExitDescription());
    }

    private static ExitStatus exitStatus(Document stored) {
        Document status = stored.get("exitStatus", Document.class);
        return new ExitStatus(status.getString("exitCode"), status.getString("exitDescription"));
    }

    private static void append(Document document, String field, @Nullable LocalDateTime time) {
        if (time != null) {
            document.append(field, date(time));
        }
    }

    private static void read(Document stored, String field, Consumer<LocalDateTime> setter) {
        Date time = stored.getDate(field);
        if (time != null) {
            setter.accept(LocalDateTime.ofInstant(time.toInstant(), ZoneId.systemDefault()));
        }
    }

    /** Returns a value as Spring Data stores it, which takes local times for those of this machine's zone. */
    private static Object stored(Object value) {
        if (value instanceof LocalDateTime time) {
            return date(time);
        } else if (value instanceof LocalDate day) {
            return date(day.atStartOfDay());
        } else if (value instanceof LocalTime time) {
            return date(time.atDate(LocalDate.EPOCH));
        } else if (value instanceof Enum<?> constant) {
            return constant.name();
        } else if (value instanceof Map<?, ?> map) {
            Document document = new Document();
            map.forEach((key, field) -> document.append(String.valueOf(key), stored(field)));
            return document;
        } else if (value instanceof Collection<?> list) {
            return list.stream().map(BatchDocuments::stored).toList();
        }
        return value;
    }

    private static Date date(LocalDateTime time) {
        return Date.from(time.atZone(ZoneId.systemDefault()).toInstant());
    }
}
