// Messages and their parameters.

/** A text, or one text for a count of one and another for the rest. Parameters are in braces: `{count} moves`. */
export type Message = string | { readonly one: string; readonly other: string };
export type Params = Readonly<Record<string, string | number>>;

/** Fills in the parameters of a message. A parameter that is missing stays visible as `{name}`. */
export function format(message: Message, params: Params, language: string): string {
  const text = typeof message === 'string' ? message : plural(message, params, language);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

function plural(message: Exclude<Message, string>, params: Params, language: string): string {
  const category = new Intl.PluralRules(language).select(Number(params.count));
  return category === 'one' ? message.one : message.other;
}

/** Returns the names of the parameters of a message, sorted. */
export function parameters(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : [message.one, message.other];
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)].sort();
}
