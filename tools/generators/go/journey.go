// The whole journey with the client that oapi-codegen makes.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"journey/register"
)

var background = context.Background()

func main() {
	if err := walk(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func expect(what string, got, wanted any) {
	if fmt.Sprint(got) != fmt.Sprint(wanted) {
		panic(fmt.Sprintf("%s: got %v, expected %v", what, got, wanted))
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// answered returns the body of a success, or panics with what was answered instead.
func answered[T any](body *T, raw []byte) *T {
	if body == nil {
		panic("no success: " + string(raw))
	}
	return body
}

func bearing(token string) register.ClientOption {
	return register.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	})
}

func open(options ...register.ClientOption) *register.ClientWithResponses {
	return must(register.NewClientWithResponses(os.Getenv("REGISTER_URL"), options...))
}

func signIn() (*register.ClientWithResponses, string) {
	login := must(open().LoginWithResponse(background, register.LoginRequest{
		Email: os.Getenv("REGISTER_EMAIL"), Password: os.Getenv("REGISTER_PASSWORD"),
	}))
	tokens := answered(login.JSON200, login.Body)
	expect("token type", tokens.TokenType, "Bearer")
	expect("life of the token", tokens.ExpiresIn, 3600)
	return open(bearing(tokens.AccessToken)), tokens.RefreshToken
}

func walk() (failure error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			failure = errors.New(fmt.Sprint(panicked))
		}
	}()
	client, refreshToken := signIn()
	details := must(client.DetailsWithResponse(background))
	expect("email", answered(details.JSON200, details.Body).Email, os.Getenv("REGISTER_EMAIL"))
	version := readNotices(client)
	first := addOne(client, version)
	latest := addSeveral(client)
	search(client, latest)
	findById(client, first)
	revoke(client, first)
	beRefused(client)
	refresh(refreshToken)
	return nil
}

func readNotices(client *register.ClientWithResponses) string {
	single := must(client.GetNoticesWithResponse(background, register.GetNoticesRequest{Pid: []int64{2}}))
	notices := answered(single.JSON200, single.Body).Data
	expect("notices", len(notices), 1)
	expect("pid", notices["2"].Pid, 2)
	expect("a title in English", len(notices["2"].Title["eng"]) > 0, true)
	both := must(client.GetNoticesWithResponse(background, register.GetNoticesRequest{Pid: []int64{2, 3}}))
	expect("several notices", len(answered(both.JSON200, both.Body).Data), 2)
	return notices["2"].Id
}

func newConsents(pids ...int64) register.AddConsentRequest {
	channel := register.WebForm
	return register.AddConsentRequest{
		ProjectUid: "demo-shop", Channel: &channel, ConsentInformationPid: &pids,
		Proof: register.Proof{"url": "https://shop.example/newsletter"},
		UserData: register.UserData{
			"email": os.Getenv("PERSON"), "size": map[string]string{"label": "Your size", "value": "M"},
		},
	}
}

func addOne(client *register.ClientWithResponses, version string) string {
	key := os.Getenv("PERSON")
	add := func() register.AddedConsent {
		added := must(client.AddConsentWithResponse(background, &register.AddConsentParams{IdempotencyKey: &key}, newConsents(2)))
		list := answered(added.JSON200, added.Body).Data
		expect("consents to one notice", len(list), 1)
		return list[0]
	}
	consent := add()
	expect("pid of the consent", consent.ConsentInformationPid, 2)
	expect("version of the consent", consent.ConsentInformationVersionId, version)
	expect("the consent, repeated", add().ConsentId, consent.ConsentId)
	return consent.ConsentId
}

func addSeveral(client *register.ClientWithResponses) []string {
	added := must(client.AddConsentWithResponse(background, nil, newConsents(2, 3)))
	list := answered(added.JSON200, added.Body).Data
	expect("consents to two notices", len(list), 2)
	expect("pid of the second", list[1].ConsentInformationPid, 3)
	return []string{list[0].ConsentId, list[1].ConsentId}
}

func find(client *register.ClientWithResponses, request register.SearchConsentsRequest) *register.ConsentPage {
	found := must(client.SearchConsentsWithResponse(background, request))
	return answered(found.JSON200, found.Body)
}

func search(client *register.ClientWithResponses, latest []string) {
	person := register.UserData{"email": os.Getenv("PERSON")}
	number, size := int64(2), 2
	page := find(client, register.SearchConsentsRequest{UserData: person, Page: &number, PerPage: &size})
	expect("page", page.Page, "2")
	expect("pages", page.TotalPages, 2)
	expect("matches", page.TotalResults, 3)
	expect("matches on the page", len(page.Data), 1)
	size = 1
	alone := find(client, register.SearchConsentsRequest{UserData: person, PerPage: &size})
	expect("the latest consent", slices.Contains(latest, alone.Data[0].Id), true)
	nobody := register.UserData{"email": "nobody." + os.Getenv("PERSON")}
	none := find(client, register.SearchConsentsRequest{UserData: nobody})
	expect("no match", len(none.Data), 0)
}

func byId(client *register.ClientWithResponses, id string) register.ConsentRecord {
	page := find(client, register.SearchConsentsRequest{Id: &id, UserData: register.UserData{}})
	expect("found by id", len(page.Data), 1)
	return page.Data[0]
}

func findById(client *register.ClientWithResponses, id string) {
	consent := byId(client, id)
	expect("id", consent.Id, id)
	expect("channel", consent.Channel, os.Getenv("CHANNEL"))
	expect("text", consent.UserData["email"], os.Getenv("PERSON"))
	expect("label and value", consent.UserData["size"], map[string]any{"label": "Your size", "value": "M"})
	expect("not revoked", consent.Revoked, false)
	expect("no time of revocation", consent.RevokeTime == nil, true)
	expect("no proof of revocation", consent.RevokeProof == nil, true)
}

func revoke(client *register.ClientWithResponses, id string) {
	proof := register.Proof{"url": "https://shop.example/account"}
	channel := register.Email
	revoked := must(client.RevokeConsentWithResponse(background, nil, register.RevokeConsentRequest{Id: id, Channel: &channel, Proof: proof}))
	expect("revoked", answered(revoked.JSON200, revoked.Body).ConsentId, id)
	consent := byId(client, id)
	expect("revoked, when found", consent.Revoked, true)
	expect("time of revocation", *consent.RevokeTime, revoked.JSON200.Time)
	expect("proof of revocation", (*consent.RevokeProof)["url"], proof["url"])
}

func beRefused(client *register.ClientWithResponses) {
	request := newConsents(2)
	request.ProjectUid = "no-such-project"
	refused := must(client.AddConsentWithResponse(background, nil, request))
	problem := answered(refused.ApplicationproblemJSON422, refused.Body)
	expect("code", problem.Code, os.Getenv("PROBLEM_CODE"))
	expect("field", (*problem.Errors)[0].Field, "projectUid")
	expect("code of the field", (*problem.Errors)[0].Code, os.Getenv("PARAMETER_CODE"))
	nowhere := register.RevokeConsentRequest{Id: strings.Repeat("0", 32), Proof: register.Proof{"url": "https://shop.example"}}
	missing := must(client.RevokeConsentWithResponse(background, nil, nowhere))
	expect("status of what is not there", answered(missing.ApplicationproblemJSON404, missing.Body).Status, 404)
}

func refresh(token string) {
	refreshed := must(open().RefreshTokenWithResponse(background, register.RefreshTokenRequest{RefreshToken: token}))
	client := open(bearing(answered(refreshed.JSON200, refreshed.Body).AccessToken))
	details := must(client.DetailsWithResponse(background))
	expect("email after the refresh", answered(details.JSON200, details.Body).Email, os.Getenv("REGISTER_EMAIL"))
}
