<input type="hidden" name="key" value="{{ $key }}">
<label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label>
<label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label>
<label><input name="agree" type="checkbox" value="1" required> I want the newsletter and have read
  <a href="/newsletter-notice">how my data is used</a>.</label>
<button>Subscribe</button>
