import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import java.nio.file.Path;

/** Prints the number of documents in a collection: of MONGODB_URI, or of the embedded server of the working directory. */
final class CountDocuments {

    public static void main(String[] arguments) {
        String given = System.getenv("MONGODB_URI");
        if (given != null) {
            print(given, arguments[0]);
            return;
        }
        try (EmbeddedServer server = EmbeddedServer.acquire(EmbeddedServerSettings.in(Path.of(".mongohaul")))) {
            print(server.uri(), arguments[0]);
        }
    }

    private static void print(String uri, String collection) {
        String named = new ConnectionString(uri).getDatabase();
        try (MongoClient client = MongoClients.create(uri)) {
            System.out.println(client.getDatabase(named == null ? "mongohaul" : named)
                    .getCollection(collection)
                    .countDocuments());
        }
    }
}
