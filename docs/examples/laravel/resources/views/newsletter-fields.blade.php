<input type="hidden" name="key" value="{{ $key }}">
<input type="hidden" name="notice" value="{{ $notice['name'] }}">
<label>First name <input name="first_name" value="{{ $typed['first_name'] ?? '' }}" autocomplete="given-name" maxlength="100"></label>
<label>Email <input name="email" type="email" value="{{ $typed['email'] ?? '' }}" autocomplete="email" maxlength="200" required></label>
<label><input name="agree" type="checkbox" value="1" required> I have read
  <b lang="{{ $notice['tag'] }}">{{ $notice['title'] }}</b> and agree to it.</label>
<button>Subscribe</button>
