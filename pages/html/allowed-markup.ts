const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Elements that show something, and load nothing and link nowhere once their attributes are filtered. */
export const keptElements = words(
  'a abbr address article aside b bdi bdo big blockquote body br button caption center cite code col colgroup dd del',
  'details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i input',
  'ins kbd label legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search',
  'section select small span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr',
);

/** Elements removed with their content: it runs, loads something, is drawn by a program or is never visible. */
export const droppedElements = words(
  'applet area audio base canvas datalist embed fencedframe frame frameset head iframe link map math meta noembed',
  'noframes noscript object param picture plaintext portal script source style svg template title track video xmp',
);

/** Form fields, which must keep their values. */
export const controls = words('button input select textarea');

/** Attributes that change only looks or text. */
export const keptAttributes = words(
  'abbr align bgcolor border cellpadding cellspacing checked class cols color colspan datetime dir face for headers height',
  'hidden high id label lang low max maxlength min minlength multiple nowrap open optimum placeholder readonly required',
  'reversed rows rowspan scope selected size span start step style title type valign value width wrap',
);
