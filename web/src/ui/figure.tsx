import './figure.css';

/** A figure with its name, in a list of figures. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div class="panel figure">
      <dt class="muted">{label}</dt>
      <dd class="numeric">{value}</dd>
    </div>
  );
}
