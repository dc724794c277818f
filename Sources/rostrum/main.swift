print("rostrum")
