/** How the text of a notice looks in a shadow root, where no rule of the page reaches it. */
export const shadowStyle = `
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid GrayText; padding: 0.25rem 0.5rem; vertical-align: top; }
pre { overflow-x: auto; }
@media print { table { display: table; } pre { white-space: pre-wrap; } }`;
