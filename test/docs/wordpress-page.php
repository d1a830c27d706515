<?php
/** A page of WordPress with the form of the example, as far as the example calls WordPress, and visitors who got the page from a cache. */

foreach (['add_action', 'is_singular'] as $name) {
    eval("function $name() { return false; }");
}
foreach (['admin_url', 'esc_attr', 'esc_html', 'esc_url', 'home_url', 'is_email', 'wp_check_invalid_utf8', 'wp_unslash', 'wp_validate_redirect'] as $name) {
    eval("function $name(\$text) { return \$text; }");
}

$transients = [];

function get_transient($name)
{
    return $GLOBALS['transients'][$name] ?? false;
}

function set_transient($name, $value)
{
    $GLOBALS['transients'][$name] = $value;
}

function delete_transient($name)
{
    unset($GLOBALS['transients'][$name]);
}

function add_filter()
{
}

function add_shortcode($_, $call)
{
    $GLOBALS['shortcode'] = $call;
}

function nocache_headers()
{
    $GLOBALS['has_headers'] = true;
}

function wp_generate_uuid4()
{
    return vsprintf('%s%s-%s-4%.3s-a%.3s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4));
}

function wp_is_uuid($text, $version)
{
    return preg_match("/^[0-9a-f]{8}-[0-9a-f]{4}-{$version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/D", $text) === 1;
}

function wp_json_encode($value, $options)
{
    return json_encode($value, $options);
}

/** WordPress ends here: the rest of the page is not reached. */
final class Ended extends Exception
{
}

function wp_die($text, $_, $options)
{
    throw new Ended($text, $options['response']);
}

[, $client, $example] = $argv;
require $client;
require $example;

$form = $shortcode();
preg_match_all('/name="(key|page|notice)" value="([^"]*)"/', $form, $found);
$hidden = array_combine($found[1], $found[2]);

/** The status of what a visitor sends. */
function send(array $fields): int
{
    $_POST = $fields;
    try {
        consent_register_submitted();
    } catch (Ended $ended) {
        return $ended->getCode();
    }
}

$visitor = fn (string $email): array => $hidden + ['email' => $email, 'first_name' => 'Ada', 'agree' => '1'];
echo json_encode([
    'isForbidden' => DONOTCACHEPAGE,
    'hasHeaders' => $has_headers ?? false,
    'statuses' => array_map(send(...), [
        ['agree' => ''] + $visitor('ada@cached.example'),
        ['notice' => 'another'] + $visitor('ada@cached.example'),
        $visitor('ada@cached.example'),
        $visitor('eve@cached.example'),
        $visitor('joe@cached.example'),
        $visitor('ada@cached.example'),
    ]),
]);
