<?php
/** A page of WordPress whose footer has the form of the example, as far as the form calls WordPress, and visitors who got it from a cache. */

foreach (['add_action', 'delete_option', 'get_option', 'is_singular', 'update_option', 'wp_cache_delete'] as $name) {
    eval("function $name() { return false; }");
}
foreach (['admin_url', 'esc_attr', 'esc_html', 'esc_url', 'home_url', 'wp_hash'] as $name) {
    eval("function $name(\$text) { return \$text; }");
}

final class WP_Error
{
    public function __construct(public $code, public $message, public $data)
    {
    }
}

function is_wp_error($answer)
{
    return $answer instanceof WP_Error;
}

function add_filter($name, $call)
{
    $GLOBALS['filters'][$name] = $call;
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
    return bin2hex(random_bytes(16));
}

function wp_remote_post($url, $sent)
{
    return (new ConsentRegister\CurlTransport(true))($url, $sent['headers'], $sent['body'], $sent['timeout']);
}

function wp_remote_retrieve_header($answer, $name)
{
    return $answer['headers'][$name] ?? '';
}

function wp_remote_retrieve_response_code($answer)
{
    return $answer['status'];
}

function wp_remote_retrieve_body($answer)
{
    return $answer['body'];
}

$wpdb = new class {
    public function prepare()
    {
        return '';
    }

    public function get_var()
    {
        return '1';
    }
};

[, $client, $example] = $argv;
require $client;
require $example;

$filters['template_include']('index.php');
echo 'The header and the content.';
$form = $shortcode();
ob_end_clean();

preg_match('/name="key" value="([^"]+)"/', $form, $found);
$record = fn ($email) => consent_register_record(consent_register_page_notice(), ['email' => $email], ['html' => $form], $found[1]);
$answers = array_map($record, ['ada@cached.example', 'eve@cached.example', 'joe@cached.example', 'ada@cached.example']);
echo json_encode([
    'isForbidden' => DONOTCACHEPAGE,
    'hasHeaders' => $has_headers ?? false,
    'isSame' => $answers[0] === $answers[3],
]);
