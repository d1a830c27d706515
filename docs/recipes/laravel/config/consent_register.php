<?php

return [
    'url' => env('REGISTER_URL'),
    'email' => env('REGISTER_EMAIL'),
    'password' => env('REGISTER_PASSWORD'),
    'project' => env('REGISTER_PROJECT'),
    'pid' => env('REGISTER_PID'),
    'lang' => env('REGISTER_LANG', 'eng'),
];
