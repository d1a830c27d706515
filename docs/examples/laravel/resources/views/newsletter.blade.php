<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }
label { display: block; margin: 1em 0 }</style>
<p>{{ $text }}</p>
@if ($errors->any())
<p>Please enter your email and tick the box.</p>
@endif
@if ($notice)
<form method="post">
  @csrf
  <section lang="{{ $notice['tag'] }}"><h1>{{ $notice['title'] }}</h1>{!! $notice['html'] !!}</section>
  {!! $fields !!}
</form>
@endif
</html>
