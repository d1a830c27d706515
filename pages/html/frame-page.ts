/** The policy of the empty page, in which frames show HTML by others: it uses their styles, and loads nothing. */
export const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'";

/** The empty page in which frames show HTML by others. A mark identifies it. */
export const emptyPage = `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${framePolicy}">
<meta name="consent-register-page" content="frame">
<meta name="color-scheme" content="light">
<meta name="referrer" content="no-referrer">
<title>HTML of others</title>
</head>
<body></body>
</html>
`;

/**
 * The document of a frame, if it is the empty page with its own Content-Security-Policy. Undefined for any other page, such as an error page of a
 * server.
 */
export const emptyPageIn = ({ contentDocument: page, src }: HTMLIFrameElement): Document | undefined => {
  const mark = page?.querySelector('meta[name="consent-register-page"][content="frame"]');
  return mark && page?.URL === (src || 'about:srcdoc') ? page : undefined;
};
