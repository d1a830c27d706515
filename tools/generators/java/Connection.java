import org.openapitools.client.ApiClient;
import org.openapitools.client.model.Problem;

/** What differs from library to library: how a client gets its address and token, and how a refusal is read. */
final class Connection {
  static ApiClient open(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("REGISTER_URL"));
    if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  static Problem readProblem(ApiClient client, String body) throws Exception {
    return client.getObjectMapper().readValue(body, Problem.class);
  }
}
