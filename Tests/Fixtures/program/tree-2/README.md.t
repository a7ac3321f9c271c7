It is ${name}.
