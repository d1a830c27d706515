import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ConsentsApi;
import org.openapitools.client.api.NoticesApi;
import org.openapitools.client.api.TokensApi;
import org.openapitools.client.model.AddConsentRequest;
import org.openapitools.client.model.AddedConsent;
import org.openapitools.client.model.Channel;
import org.openapitools.client.model.ConsentPage;
import org.openapitools.client.model.ConsentRecord;
import org.openapitools.client.model.ConsentInformation;
import org.openapitools.client.model.GetNoticesRequest;
import org.openapitools.client.model.LoginRequest;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.RefreshTokenRequest;
import org.openapitools.client.model.RevokeConsentRequest;
import org.openapitools.client.model.RevokedConsent;
import org.openapitools.client.model.SearchConsentsRequest;
import org.openapitools.client.model.TokenSet;

/** The whole journey with the client that openapi-generator makes for Java. */
public final class Journey {
  static final String PERSON = System.getenv("PERSON");

  interface Call {
    Object make() throws ApiException;
  }

  static void expect(String what, Object got, Object wanted) {
    if (!Objects.equals(got, wanted)) {
      throw new AssertionError(what + ": got " + got + ", expected " + wanted);
    }
  }

  static void checkDetails(ApiClient client) throws ApiException {
    expect("email", new TokensApi(client).details().getEmail(), System.getenv("REGISTER_EMAIL"));
  }

  static String readNotices(ApiClient client) throws ApiException {
    NoticesApi api = new NoticesApi(client);
    Map<String, ConsentInformation> single = api.getNotices(new GetNoticesRequest().pid(List.of(2L))).getData();
    expect("notices", single.keySet(), Set.of("2"));
    expect("pid", single.get("2").getPid(), 2L);
    expect("a title in English", single.get("2").getTitle().get("eng").isEmpty(), false);
    expect("several notices", api.getNotices(new GetNoticesRequest().pid(List.of(2L, 3L))).getData().keySet(), Set.of("2", "3"));
    return single.get("2").getId();
  }

  static AddConsentRequest newConsents(List<Long> pids) {
    return new AddConsentRequest()
        .projectUid("demo-shop")
        .channel(Channel.WEB_FORM)
        .consentInformationPid(pids)
        .proof(Map.of("url", "https://shop.example/newsletter"))
        .userData(Map.of("email", PERSON, "size", Map.of("label", "Your size", "value", "M")));
  }

  static List<AddedConsent> add(ApiClient client, List<Long> pids, String key) throws ApiException {
    List<AddedConsent> consents = new ConsentsApi(client).addConsent(newConsents(pids), key).getData();
    expect("pids of the consents", consents.stream().map(AddedConsent::getConsentInformationPid).toList(), pids);
    return consents;
  }

  static void search(ApiClient client, List<String> latest) throws ApiException {
    ConsentsApi api = new ConsentsApi(client);
    Map<String, Object> person = Map.of("email", PERSON);
    ConsentPage page = api.searchConsents(new SearchConsentsRequest().userData(person).page(2L).perPage(2));
    expect("page", page.getPage(), "2");
    expect("pages", page.getTotalPages(), 2L);
    expect("matches", page.getTotalResults(), 3L);
    expect("matches on the page", page.getData().size(), 1);
    ConsentPage alone = api.searchConsents(new SearchConsentsRequest().userData(person).perPage(1));
    expect("the latest consent", latest.contains(alone.getData().get(0).getId()), true);
    Map<String, Object> nobody = Map.of("email", "nobody." + PERSON);
    expect("no match", api.searchConsents(new SearchConsentsRequest().userData(nobody)).getData(), List.of());
  }

  static ConsentRecord byId(ApiClient client, String id) throws ApiException {
    SearchConsentsRequest request = new SearchConsentsRequest().id(id).userData(Map.of());
    List<ConsentRecord> found = new ConsentsApi(client).searchConsents(request).getData();
    expect("found by id", found.stream().map(ConsentRecord::getId).toList(), List.of(id));
    return found.get(0);
  }

  static void findById(ApiClient client, String id) throws ApiException {
    ConsentRecord consent = byId(client, id);
    expect("channel", consent.getChannel(), System.getenv("CHANNEL"));
    expect("text", consent.getUserData().get("email"), PERSON);
    expect("label and value", consent.getUserData().get("size"), Map.of("label", "Your size", "value", "M"));
    expect("not revoked", consent.getRevoked(), false);
    expect("no time of revocation", consent.getRevokeTime(), null);
    expect("no proof of revocation", consent.getRevokeProof(), null);
  }

  static void revoke(ApiClient client, String id) throws ApiException {
    Map<String, String> proof = Map.of("url", "https://shop.example/account");
    RevokeConsentRequest request = new RevokeConsentRequest().id(id).channel(Channel.EMAIL).proof(proof);
    RevokedConsent revoked = new ConsentsApi(client).revokeConsent(request, null);
    expect("revoked", revoked.getConsentId(), id);
    ConsentRecord consent = byId(client, id);
    expect("revoked, when found", consent.getRevoked(), true);
    expect("time of revocation", consent.getRevokeTime(), revoked.getTime());
    expect("proof of revocation", consent.getRevokeProof(), proof);
  }

  static Problem refused(ApiClient client, Call call) throws Exception {
    try {
      throw new AssertionError("not refused: " + call.make());
    } catch (ApiException exception) {
      return Connection.readProblem(client, exception.getResponseBody());
    }
  }

  static void beRefused(ApiClient client) throws Exception {
    ConsentsApi api = new ConsentsApi(client);
    AddConsentRequest unknown = newConsents(List.of(2L)).projectUid("no-such-project");
    Problem problem = refused(client, () -> api.addConsent(unknown, null));
    expect("status", problem.getStatus(), 422);
    expect("code", problem.getCode(), System.getenv("PROBLEM_CODE"));
    expect("field", problem.getErrors().get(0).getField(), "projectUid");
    expect("code of the field", problem.getErrors().get(0).getCode(), System.getenv("PARAMETER_CODE"));
    RevokeConsentRequest nowhere = new RevokeConsentRequest().id("0".repeat(32)).proof(Map.of("url", "https://shop.example"));
    expect("status of what is not there", refused(client, () -> api.revokeConsent(nowhere, null)).getStatus(), 404);
  }

  public static void main(String[] arguments) throws Exception {
    LoginRequest login = new LoginRequest().email(System.getenv("REGISTER_EMAIL")).password(System.getenv("REGISTER_PASSWORD"));
    TokenSet tokens = new TokensApi(Connection.open(null)).login(login);
    expect("token type", tokens.getTokenType(), "Bearer");
    ApiClient client = Connection.open(tokens.getAccessToken());
    checkDetails(client);
    String version = readNotices(client);
    AddedConsent first = add(client, List.of(2L), PERSON).get(0);
    expect("version of the consent", first.getConsentInformationVersionId(), version);
    expect("the consent, repeated", add(client, List.of(2L), PERSON).get(0).getConsentId(), first.getConsentId());
    search(client, add(client, List.of(2L, 3L), null).stream().map(AddedConsent::getConsentId).toList());
    findById(client, first.getConsentId());
    revoke(client, first.getConsentId());
    beRefused(client);
    RefreshTokenRequest refresh = new RefreshTokenRequest().refreshToken(tokens.getRefreshToken());
    checkDetails(Connection.open(new TokensApi(Connection.open(null)).refreshToken(refresh).getAccessToken()));
  }
}
