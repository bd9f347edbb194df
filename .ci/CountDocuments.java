import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import java.nio.file.Path;

/** Prints the number of documents in a collection of the embedded server of the working directory. */
final class CountDocuments {

    public static void main(String[] arguments) {
        try (EmbeddedServer server = EmbeddedServer.acquire(EmbeddedServerSettings.in(Path.of(".mongohaul")));
                MongoClient client = MongoClients.create(server.uri())) {
            System.out.println(
                    client.getDatabase("mongohaul").getCollection(arguments[0]).countDocuments());
        }
    }
}
