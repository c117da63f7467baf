declare module "*.stone" {
  const text: string;
  export default text;
}
