<!doctype html>
<html lang="en">
<title>Newsletter</title>
<p>{{ $text }}</p>
@if ($errors->any())
<p>Please give your email and tick the box.</p>
@endif
<form method="post">
  @csrf
  {!! $fields !!}
</form>
</html>
