/** What forms of many sites have in common, as a dictionary for a compressor: the most common last. */
export const formMarkup = [
  '<div class="col-md-6 mb-3"><div class="card-body"><h1></h1><h2></h2><p class="text-muted"><small>',
  '<select class="form-control" id="country" name="country" required><option value="" selected="selected">',
  '<textarea name="message" rows="4" cols="40" placeholder=""></textarea><fieldset><legend></legend></fieldset>',
  '<input type="hidden" name="csrf_token" value=""><input type="submit" class="btn btn-primary" value="">',
  '<button type="submit" class="btn btn-primary">Submit</button></form></div></div></section>',
  '<input type="tel" id="phone" name="phone" autocomplete="tel"><input type="text" id="last_name" name="last_name">',
  '<label for="first_name">First name</label><input type="text" class="form-control" id="first_name" name="first_name" required>',
  '<label for="email">Email</label><input type="email" class="form-control" id="email" name="email" autocomplete="email" required>',
  '<div class="form-group"><div class="form-check"><input type="checkbox" class="form-check-input" id="privacy" name="privacy" value="1" checked>',
  '<label class="form-check-label" for="privacy">I have read and accept the <a href="/privacy" target="_blank">privacy policy</a></label>',
  '{"url":"https://www.","html":"<form action=\\"/\\" method=\\"post\\" class=\\"form\\" id=\\"form\\">',
].join('');
