/** The style of a notice's text in a shadow root, which the page's rules do not reach. */
export const shadowStyle = `
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid GrayText; padding: 0.25rem 0.5rem; vertical-align: top; }
pre { overflow-x: auto; }
@media print { table { display: table; } pre { white-space: pre-wrap; } }`;
