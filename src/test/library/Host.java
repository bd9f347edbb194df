package example;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.ConfigurableApplicationContext;

/** A Spring Boot application that has mongohaul on its class path, and prints what it has of it. */
@SpringBootApplication
class Host {

    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Host.class, arguments)) {
            List<String> ours = Arrays.stream(context.getBeanDefinitionNames())
                    .map(context::getType)
                    .filter(Objects::nonNull)
                    .map(Class::getName)
                    .filter(name -> name.startsWith("dev.mongohaul"))
                    .toList();
            System.out.println("beans " + ours);
            System.out.println("build " + context.getBeanProvider(BuildProperties.class).getIfAvailable());
            System.out.println("context " + context.getClass().getSimpleName());
        }
    }
}
