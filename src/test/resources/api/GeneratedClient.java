import client.ApiClient;
import client.ApiException;
import client.api.ImportsApi;
import client.api.JobsApi;
import client.api.RunsApi;
import client.model.ImportReport;
import client.model.ListedJob;
import client.model.RunReport;
import client.model.Start;
import client.model.StartRequest;
import client.model.Status;
import client.model.UndoRequest;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Use of a client that was generated from the document, as a program would use it. */
public final class GeneratedClient {

    private GeneratedClient() {}

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + arguments[1]));
        JobsApi jobs = new JobsApi(client);
        ImportsApi imports = new ImportsApi(client);
        RunsApi runs = new RunsApi(client);

        for (ListedJob job : jobs.listJobs()) {
            System.out.println("job " + job.getJob() + " into " + job.getCollection());
        }
        StartRequest request = new StartRequest().settings(Map.of("rejects.limit", "5"));
        Start start = ended(jobs, jobs.startImport("generated", "generated-1", request));
        System.out.println("same import " + start.getImport().equals(
                jobs.startImport("generated", "generated-1", request).getImport()));
        ImportReport report = imports.getImport(start.getImport());
        System.out.println(report.getStatus().getValue() + " " + report.getCounts().getRead() + " read");
        List<RunReport> found = runs.listRuns("gen*", List.of(Status.COMPLETED_WITH_REJECTS), null, null, 10);
        long run = found.get(0).getRun();
        System.out.print("rejects " + Files.readString(runs.getRejects(run, null).toPath()));
        System.out.println("partitions " + runs.getRun(run).getPartitions().get(0).getState());
        System.out.println("usual " + jobs.getJob("generated").getUsual());
        try {
            imports.stopImport(start.getImport());
        } catch (ApiException e) {
            System.out.println(e.getCode() + " " + e.getResponseBody().contains("is not running"));
        }
        ended(jobs, imports.undoImport(start.getImport(), new UndoRequest().force(true)));
        System.out.println("state " + imports.getImport(start.getImport()).getState());
    }

    private static Start ended(JobsApi jobs, Start begun) throws Exception {
        Start start = begun;
        while (start.getState() == Start.StateEnum.RUNNING) {
            Thread.sleep(50);
            start = jobs.getStart(start.getStart());
        }
        return start;
    }
}
