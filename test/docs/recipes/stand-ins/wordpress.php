<?php
/**
 * As much of WordPress as the recipe uses, and a site with one page, a block theme and a cache of pages; for `php -S`. STATE is a
 * directory for options, locks and the cache.
 */

final class WP_Error
{
    public function __construct(private string $code = '', private string $message = '', private mixed $data = null)
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }

    public function get_error_data(): mixed
    {
        return $this->data;
    }
}

$hooks = [];

function add_action($name, $function)
{
    $GLOBALS['hooks'][$name][] = $function;
}

function add_shortcode($name, $function)
{
    $GLOBALS['hooks']["[$name]"] = [$function];
}

function is_wp_error($thing)
{
    return $thing instanceof WP_Error;
}

function add_filter($name, $function)
{
    add_action($name, $function);
}

function apply_filters($name, $value)
{
    return array_reduce($GLOBALS['hooks'][$name] ?? [], fn ($value, $function) => $function($value), $value);
}

$cached_options = [];

/** As in WordPress, a request does not see what others write to an option that it has read. */
function get_option($name)
{
    $file = getenv('STATE') . "/$name";
    return $GLOBALS['cached_options'][$name] ??= is_file($file) ? unserialize(file_get_contents($file)) : false;
}

function update_option($name, $value, $autoload)
{
    $GLOBALS['cached_options'][$name] = $value;
    return (bool) file_put_contents(getenv('STATE') . "/$name", serialize($value), LOCK_EX);
}

function delete_option($name)
{
    unset($GLOBALS['cached_options'][$name]);
    return @unlink(getenv('STATE') . "/$name");
}

function wp_cache_delete($name, $group)
{
    unset($GLOBALS['cached_options'][$name]);
}

function wp_hash($text)
{
    return md5("salt $text");
}

$wpdb = new class () {
    public string $prefix = 'wp_';
    private array $locks = [];

    public function prepare($query, ...$values)
    {
        $quoted = preg_replace('/%s/', "'%s'", $query);
        return vsprintf($quoted, array_map(fn ($value) => is_string($value) ? addslashes($value) : $value, $values));
    }

    public function get_var($query)
    {
        preg_match("/^SELECT (GET|RELEASE)_LOCK\('(\w{1,64})'(?:, \d+)?\)$/", $query, $found);
        [, $verb, $name] = $found;
        $this->locks[$name] ??= fopen(getenv('STATE') . "/$name", 'c');
        return (string) (int) flock($this->locks[$name], $verb === 'GET' ? LOCK_EX : LOCK_UN);
    }
};

function wp_remote_post($url, $options)
{
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $options['body'], 'timeout' => $options['timeout']];
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true, 'follow_location' => 0]]);
    $body = @file_get_contents($url, false, $context);
    if ($body === false) {
        return new WP_Error('http_request_failed', 'No answer.');
    }
    $answer = ['headers' => [], 'body' => $body, 'status' => (int) explode(' ', $http_response_header[0])[1]];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(': ', $line, 2);
        $answer['headers'][strtolower($name)] = $value;
    }
    if (strlen($body) < (int) ($answer['headers']['content-length'] ?? 0)) {
        return new WP_Error('http_request_failed', 'The connection broke.');
    }
    return $answer;
}

function wp_remote_retrieve_response_code($response)
{
    return is_wp_error($response) ? '' : $response['status'];
}

function wp_remote_retrieve_body($response)
{
    return is_wp_error($response) ? '' : $response['body'];
}

function wp_remote_retrieve_header($response, $name)
{
    return is_wp_error($response) ? '' : ($response['headers'][$name] ?? '');
}

function wp_json_encode($value, $flags = 0)
{
    return json_encode($value, $flags);
}

/** WordPress has these of its own where PHP has no mbstring. */
if (!function_exists('mb_strlen')) {
    function mb_strlen($text)
    {
        return preg_match_all('/./us', $text);
    }

    function mb_substr($text, $start, $length)
    {
        preg_match_all('/./us', $text, $found);
        return implode(array_slice($found[0], $start, $length));
    }
}

function esc_attr($text)
{
    return htmlspecialchars((string) $text, ENT_QUOTES);
}

function esc_html($text)
{
    return htmlspecialchars((string) $text, ENT_QUOTES);
}

function esc_url($url)
{
    return htmlspecialchars($url, ENT_QUOTES);
}

function admin_url($path)
{
    return "/wp-admin/$path";
}

function home_url($path)
{
    return "https://shop.example$path";
}

function get_the_ID()
{
    return 7;
}

function get_permalink($id)
{
    return $id === 7 ? 'https://shop.example/newsletter/' : false;
}

function wp_nonce_field($action, $name, $referer, $echo)
{
    $field = '<input type="hidden" name="' . $name . '" value="nonce-' . $action . '">';
    return $echo ? print $field : $field;
}

function check_admin_referer($action)
{
    if (($_POST['_wpnonce'] ?? '') !== "nonce-$action") {
        wp_die('The link you followed has expired.', '', ['response' => 403]);
    }
}

function wp_generate_uuid4()
{
    return preg_replace('/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/', '$1-$2-4$3-8$4-$5', bin2hex(random_bytes(17)));
}

function wp_is_uuid($text, $version)
{
    return (bool) preg_match("/^[0-9a-f]{8}-[0-9a-f]{4}-{$version}[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/D", $text);
}

function wp_unslash($value)
{
    return is_array($value) ? array_map('wp_unslash', $value) : stripslashes($value);
}

function wp_check_invalid_utf8($text)
{
    return preg_match('//u', $text) ? $text : '';
}

/** What WordPress does to a text field: "<3" becomes "&lt;3", "%ab" is gone, and so are tags. */
function sanitize_text_field($text)
{
    $text = str_contains($text, '<') ? strip_tags(preg_replace('/<(?=[^>]*?(?:<|$))/', '&lt;', $text)) : $text;
    return trim(preg_replace(['/\s+/', '/%[a-f0-9]{2}/i'], [' ', ''], $text));
}

/** What WordPress does to an address: characters that it does not know are gone. */
function sanitize_email($text)
{
    return preg_replace('/[^a-z0-9+_.@\'-]/i', '', $text);
}

/** Block themes do this to the whole page. */
function wptexturize($html)
{
    $kept = implode('|', apply_filters('no_texturize_tags', ['pre', 'code', 'script', 'style']));
    return preg_replace("~<($kept)\b.*?</\\1>(*SKIP)(*FAIL)|<[^>]*>(*SKIP)(*FAIL)|'~s", '&#8217;', $html);
}

function is_singular()
{
    return true;
}

function get_post()
{
    return (object) ['post_content' => '[consent_register_form]'];
}

function has_shortcode($content, $name)
{
    return str_contains($content, "[$name]") && isset($GLOBALS['hooks']["[$name]"]);
}

function status_header($status)
{
    http_response_code($status);
}

function nocache_headers()
{
    header('Cache-Control: no-cache, must-revalidate, max-age=0');
}

function is_email($text)
{
    return filter_var($text, FILTER_VALIDATE_EMAIL);
}

function wp_die($text, $title, $options)
{
    http_response_code($options['response']);
    $link = isset($options['link_url']) ? "<p><a href='" . esc_url($options['link_url']) . "'>{$options['link_text']}</a></p>" : '';
    $back = empty($options['back_link']) ? '' : "<p><a href='javascript:history.back()'>&laquo; Back</a></p>";
    exit("<title>$title</title><div>$text</div>$link$back");
}

require getenv('RECIPE');

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $_POST = array_map(fn ($value) => is_string($value) ? addslashes($value) : $value, $_POST);
    foreach ($hooks['admin_post_nopriv_' . ($_POST['action'] ?? '')] ?? [] as $function) {
        $function();
    }
    exit;
}
$cache = getenv('STATE') . '/page.html';
if (is_file($cache)) {
    exit(file_get_contents($cache));
}
foreach ($hooks['template_redirect'] ?? [] as $function) {
    $function();
}
$html = wptexturize('<h1>Newsletter</h1>' . $hooks[get_post()->post_content][0]());
if (!defined('DONOTCACHEPAGE')) {
    file_put_contents($cache, $html);
}
echo $html;
