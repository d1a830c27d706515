<?php
/**
 * Sends the consents that a form kept while the register was down. Run it from cron, every five minutes, as the web server's user, with
 * the environment of the form:
 *
 *     php send-queue.php
 *
 * It prints how many it recorded, and which ones the register refuses for good, with the reason. These stay in the folder `refused`: what
 * you move back is sent again, such as when you have corrected a setting. Two runs at once do no harm.
 *
 * Exit code: 0 nothing is left, 1 something waits for the next run or is refused, 2 a setting is wrong.
 *
 * Environment: REGISTER_QUEUE (the folder), REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_TOKENS (see settings.php).
 */

declare(strict_types=1);

require __DIR__ . '/settings.php';
require __DIR__ . '/queue.php';

use ConsentRegister\ConsentRegisterError;

const NO_VISITOR_WAITS = 60;

try {
    $queue = new Queue(setting('REGISTER_QUEUE'), connect(NO_VISITOR_WAITS));
} catch (LogicException $error) {
    fwrite(STDERR, "{$error->getMessage()}\n");
    exit(2);
}
[$recorded, $failure] = [0, null];
foreach ($queue->keys() as $key) {
    try {
        $recorded += (int) $queue->send($key);
    } catch (ConsentRegisterError $error) {
        if (Queue::isRefusal($error)) {
            $queue->putAside($key, $error);
            continue;
        }
        $failure = $error;
        if ($error->status !== 500) { // A fault of one consent is not one of the others. Otherwise the register is down.
            break;
        }
    }
}
echo $recorded > 0 ? "Recorded: $recorded\n" : '';
foreach ($queue->refused() as $file => $reason) {
    echo "Refused: $file: $reason\n";
}
if ($failure !== null) {
    echo 'Waiting: ', count($queue->keys()), ", because of {$failure->getMessage()}\n";
}
exit($queue->keys() === [] && $queue->refused() === [] ? 0 : 1);
