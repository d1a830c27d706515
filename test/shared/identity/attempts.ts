export const noonMs = Date.parse('2026-11-20T12:00:00Z');
