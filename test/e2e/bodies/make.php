<?php
// Writes the bodies that PHP makes of consent.json: php test/e2e/bodies/make.php

$consent = json_decode(file_get_contents(__DIR__ . '/consent.json'), true, flags: JSON_THROW_ON_ERROR);

function save(string $name, string $contentType, string $body): void
{
    $flags = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
    $text = json_encode(['contentType' => $contentType, 'body' => $body], $flags);
    file_put_contents(__DIR__ . "/$name.json", str_replace("\n    ", "\n  ", $text) . "\n");
}

$form = 'application/x-www-form-urlencoded';
save('php-http-build-query', $form, http_build_query($consent));
save('php-http-build-query-rfc3986', $form, http_build_query($consent, encoding_type: PHP_QUERY_RFC3986));
save('php-json-encode', 'application/json', json_encode($consent, JSON_THROW_ON_ERROR));
