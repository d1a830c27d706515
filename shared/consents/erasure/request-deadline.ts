/**
 * The day by which the person must have an answer: a month after the request reached the controller (Article 12(3) GDPR).
 * If the next month has no such day, it is the last of that month (Regulation 1182/71, Article 3(2)(c)). A weekend or a
 * holiday, which would give more time, is not counted.
 */
export const answerDueOn = (receivedOn: string): string => {
  const [year = 0, month = 0, day = 0] = receivedOn.split('-').map(Number);
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastOfNext))).toISOString().slice(0, 10);
};
