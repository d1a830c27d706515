<?php

return [
    'url' => env('REGISTER_URL'),
    'key' => env('REGISTER_KEY'),
    'project' => env('REGISTER_PROJECT'),
    'pid' => env('REGISTER_PID'),
    'lang' => env('REGISTER_LANG', 'eng'),
];
